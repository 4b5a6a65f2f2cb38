/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array has the number of keys of its declaration.
 */
int a[int, string];

BEGIN
{
	trace(a[1]);
}

/* >>> output
[D_PROTO_LEN] line 9: a[] has 2 keys, but here it has 1
<<< */
