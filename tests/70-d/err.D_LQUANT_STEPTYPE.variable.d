/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The step is constant.
 */
BEGIN
{
	@ = lquantize(1, 0, 10, pid);
}

/* >>> output
[D_LQUANT_STEPTYPE] line 7: the step of lquantize() must be a constant integer
<<< */
