/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: usym() takes one argument.
 */
BEGIN
{
	usym();
}

/* >>> output
[D_PROTO_LEN] line 7: usym() takes 1 argument, but 0 are given
<<< */
