/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The number of steps is constant.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 6, pid);
}

/* >>> output
[D_LLQUANT_NSTEPTYPE] line 7: the number of steps of llquantize() must be a constant integer
<<< */
