/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The low magnitude fits in 16 bits.
 */
BEGIN
{
	@ = llquantize(1, 10, 65536, 6, 10);
}

/* >>> output
[D_LLQUANT_LOWVAL] line 7: the low magnitude of llquantize() must be from 0 to 65535
<<< */
