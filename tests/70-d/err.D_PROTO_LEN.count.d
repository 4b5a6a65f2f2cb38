/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: count() takes no argument.
 */
BEGIN
{
	@ = count(1);
}

/* >>> output
[D_PROTO_LEN] line 7: count() takes no arguments, but 1 is given
<<< */
