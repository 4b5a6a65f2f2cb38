/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: normalize() takes an aggregation and a number.
 */
BEGIN
{
	@a = count();
	normalize(@a);
}

/* >>> output
[D_NORMALIZE_PROTO] line 8: normalize() takes 2 arguments, but 1 is given
<<< */
