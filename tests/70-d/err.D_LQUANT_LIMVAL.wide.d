/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The limit fits in 32 bits.
 */
BEGIN
{
	@ = lquantize(1, 0, 1LL << 40);
}

/* >>> output
[D_LQUANT_LIMVAL] line 7: the limit of lquantize() must fit in a signed 32-bit integer
<<< */
