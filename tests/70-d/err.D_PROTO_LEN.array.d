/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array has one number of keys.
 */
BEGIN
{
	a[1] = 1;
	a[1, 2] = 1;
}

/* >>> output
[D_PROTO_LEN] line 8: a[] has 1 key, but here it has 2
<<< */
