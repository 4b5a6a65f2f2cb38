/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A step is not larger than the range.
 */
BEGIN
{
	@ = lquantize(1, 0, 10, 11);
}

/* >>> output
[D_LQUANT_STEPLARGE] line 7: step 11 of lquantize() is larger than the whole range, 0 to 10
<<< */
