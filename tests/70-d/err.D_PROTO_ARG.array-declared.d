/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key that is declared an integer is no string.
 */
int a[int];

BEGIN
{
	trace(a[execname]);
}

/* >>> output
[D_PROTO_ARG] line 9: key 1 of a[] is of type int, but here it is of type string
<<< */
