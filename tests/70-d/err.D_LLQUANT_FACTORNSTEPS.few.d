/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are at least as many steps as the factor.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 3, 5);
}

/* >>> output
[D_LLQUANT_FACTORNSTEPS] line 7: the steps of llquantize(), 5, must not be fewer than its factor, 10
<<< */
