/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The highest bucket fits into 64 bits.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 30, 10);
}

/* >>> output
[D_LLQUANT_MAGTOOBIG] line 7: 10 to the power of 31, one more than the high magnitude of llquantize(), does not fit in 64 bits
<<< */
