/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The base is below the limit.
 */
BEGIN
{
	@ = lquantize(1, 10, 5);
}

/* >>> output
[D_LQUANT_MISMATCH] line 7: the base of lquantize(), 10, must be less than its limit, 5
<<< */
