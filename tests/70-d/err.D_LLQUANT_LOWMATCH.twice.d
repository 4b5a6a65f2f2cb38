/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The low magnitude is the same at each use.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 6, 10);
	@ = llquantize(1, 10, 1, 6, 10);
}

/* >>> output
[D_LLQUANT_LOWMATCH] line 8: @_ was first used with a different low magnitude
<<< */
