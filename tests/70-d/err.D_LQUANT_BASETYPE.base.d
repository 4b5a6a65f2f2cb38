/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The base of lquantize() is a constant.
 */
BEGIN
{
	x = 1;
	@ = lquantize(1, x, 10);
}

/* >>> output
[D_LQUANT_BASETYPE] line 8: the base of lquantize() must be a constant integer
<<< */
