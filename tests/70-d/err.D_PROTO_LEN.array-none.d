/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An element has a key.
 */
BEGIN
{
	a[] = 1;
}

/* >>> output
[D_PROTO_LEN] line 7: a[] has 0 keys: it must have 1 to 32
<<< */
