/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: So does trunc().
 */
BEGIN
{
	x = 1;
	trunc(x, 1);
}

/* >>> output
[D_TRUNC_AGGARG] line 8: argument 1 of trunc() must be an aggregation, as in trunc(@name)
<<< */
