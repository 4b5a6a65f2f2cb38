/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: clear() takes an aggregation.
 */
BEGIN
{
	x = 1;
	clear(x);
}

/* >>> output
[D_CLEAR_AGGARG] line 8: argument 1 of clear() must be an aggregation, as in clear(@name)
<<< */
