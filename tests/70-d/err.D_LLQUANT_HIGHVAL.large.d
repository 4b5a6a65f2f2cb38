/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The high magnitude fits in 16 bits.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 65536, 10);
}

/* >>> output
[D_LLQUANT_HIGHVAL] line 7: the high magnitude of llquantize() must be from 0 to 65535
<<< */
