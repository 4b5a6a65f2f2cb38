/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: All uses have the same step.
 */
BEGIN
{
	@ = lquantize(1, 0, 10, 1);
	@ = lquantize(1, 0, 10, 2);
}

/* >>> output
[D_LQUANT_MATCHSTEP] line 8: @_ was first used with a different step of lquantize()
<<< */
