/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: normalize() takes an aggregation first.
 */
BEGIN
{
	normalize(1, 2);
}

/* >>> output
[D_NORMALIZE_AGGARG] line 7: argument 1 of normalize() must be an aggregation, as in normalize(@name)
<<< */
