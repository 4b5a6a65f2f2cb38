/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The factor is the same at each use.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 6, 10);
	@ = llquantize(1, 2, 0, 6, 16);
}

/* >>> output
[D_LLQUANT_FACTORMATCH] line 8: @_ was first used with a different factor
<<< */
