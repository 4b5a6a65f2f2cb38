/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The factor divides the number of steps.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 3, 15);
}

/* >>> output
[D_LLQUANT_FACTOREVEN] line 7: the steps of llquantize(), 15, must be a multiple of the factor, 10, and divide a power of it
<<< */
