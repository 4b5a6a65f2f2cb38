/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The factor is at least 2.
 */
BEGIN
{
	@ = llquantize(1, 1, 0, 3, 10);
}

/* >>> output
[D_LLQUANT_FACTORSMALL] line 7: the factor of llquantize() must be at least 2
<<< */
