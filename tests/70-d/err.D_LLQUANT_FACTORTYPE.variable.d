/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The factor is constant.
 */
BEGIN
{
	@ = llquantize(1, pid, 0, 6, 10);
}

/* >>> output
[D_LLQUANT_FACTORTYPE] line 7: the factor of llquantize() must be a constant integer
<<< */
