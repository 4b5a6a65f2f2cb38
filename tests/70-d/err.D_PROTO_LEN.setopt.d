/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An option has one value.
 */
BEGIN
{
	setopt("quiet", "1", "2");
}

/* >>> output
[D_PROTO_LEN] line 7: setopt() takes 1 or 2 arguments, but 3 are given
<<< */
