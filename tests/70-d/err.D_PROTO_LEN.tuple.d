/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable has one number of keys.
 */
BEGIN
{
	@a[1] = count();
	@a[1, 2] = count();
}

/* >>> output
[D_PROTO_LEN] line 8: @a was first used with 1 key, but here it has 2
<<< */
