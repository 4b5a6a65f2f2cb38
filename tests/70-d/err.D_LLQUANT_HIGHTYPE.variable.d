/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The high magnitude is constant.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, pid, 10);
}

/* >>> output
[D_LLQUANT_HIGHTYPE] line 7: the high magnitude of llquantize() must be a constant integer
<<< */
