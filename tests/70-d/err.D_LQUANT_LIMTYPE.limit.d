/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: So is its limit.
 */
BEGIN
{
	x = 1;
	@ = lquantize(1, 0, x);
}

/* >>> output
[D_LQUANT_LIMTYPE] line 8: the limit of lquantize() must be a constant integer
<<< */
