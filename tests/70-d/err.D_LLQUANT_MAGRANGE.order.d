/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The low magnitude is below the high one.
 */
BEGIN
{
	@ = llquantize(1, 10, 3, 1, 10);
}

/* >>> output
[D_LLQUANT_MAGRANGE] line 7: the low magnitude of llquantize() must be less than the high one
<<< */
