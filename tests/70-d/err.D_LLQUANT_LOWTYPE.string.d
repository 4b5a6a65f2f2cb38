/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The low magnitude is an integer.
 */
BEGIN
{
	@ = llquantize(1, 10, "0", 6, 10);
}

/* >>> output
[D_LLQUANT_LOWTYPE] line 7: the low magnitude of llquantize() must be a constant integer
<<< */
