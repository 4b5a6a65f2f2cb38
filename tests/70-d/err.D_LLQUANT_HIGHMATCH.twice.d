/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The high magnitude is the same at each use.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 6, 10);
	@ = llquantize(1, 10, 0, 5, 10);
}

/* >>> output
[D_LLQUANT_HIGHMATCH] line 8: @_ was first used with a different high magnitude
<<< */
