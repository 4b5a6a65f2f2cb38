/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The number of steps is not negative.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 6, -10);
}

/* >>> output
[D_LLQUANT_NSTEPVAL] line 7: the number of steps of llquantize() must be from 0 to 65535
<<< */
