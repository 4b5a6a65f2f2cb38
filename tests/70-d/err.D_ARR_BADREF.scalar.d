/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable is not indexed.
 */
BEGIN
{
	a = 1;
	a[1] = 1;
}

/* >>> output
[D_ARR_BADREF] line 8: a is a scalar variable, not an array
<<< */
