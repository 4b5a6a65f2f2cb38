/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printf() takes a format.
 */
BEGIN
{
	printf();
}

/* >>> output
[D_PROTO_LEN] line 7: printf() takes 1 to 128 arguments, but 0 are given
<<< */
