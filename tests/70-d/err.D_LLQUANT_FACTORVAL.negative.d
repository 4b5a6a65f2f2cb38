/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The factor is not negative.
 */
BEGIN
{
	@ = llquantize(1, -1, 0, 6, 10);
}

/* >>> output
[D_LLQUANT_FACTORVAL] line 7: the factor of llquantize() must be from 0 to 65535
<<< */
