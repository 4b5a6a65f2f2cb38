/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The limit is the same at each use.
 */
BEGIN
{
	@ = lquantize(1, 0, 10);
	@ = lquantize(1, 0, 9);
}

/* >>> output
[D_LQUANT_MATCHLIM] line 8: @_ was first used with a different limit of lquantize()
<<< */
