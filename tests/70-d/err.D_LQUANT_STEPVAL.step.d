/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The step fits into 16 bits.
 */
BEGIN
{
	@ = lquantize(1, 0, 1000000, 100000);
}

/* >>> output
[D_LQUANT_STEPVAL] line 7: the step of lquantize() must be from 1 to 65535
<<< */
