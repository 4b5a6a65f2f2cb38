/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The number of steps is the same at each use.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 6, 10);
	@ = llquantize(1, 10, 0, 6, 20);
}

/* >>> output
[D_LLQUANT_NSTEPMATCH] line 8: @_ was first used with a different number of steps
<<< */
