/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The base fits in 32 bits.
 */
BEGIN
{
	@ = lquantize(1, 1LL << 40, 10);
}

/* >>> output
[D_LQUANT_BASEVAL] line 7: the base of lquantize() must fit in a signed 32-bit integer
<<< */
