/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: sum() takes an argument.
 */
BEGIN
{
	@ = sum();
}

/* >>> output
[D_PROTO_LEN] line 7: sum() takes 1 argument, but 0 are given
<<< */
