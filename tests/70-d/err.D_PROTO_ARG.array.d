/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key that is a string is no integer.
 */
BEGIN
{
	a["x", 1] = 1;
	a[1, 1] = 1;
}

/* >>> output
[D_PROTO_ARG] line 8: key 1 of a[] is of type string, but here it is of type int
<<< */
