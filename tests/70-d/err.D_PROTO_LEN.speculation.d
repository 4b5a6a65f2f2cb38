/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: speculation() has no arguments.
 */
BEGIN
{
	x = speculation(1);
}

/* >>> output
[D_PROTO_LEN] line 7: speculation() takes no arguments, but 1 is given
<<< */
