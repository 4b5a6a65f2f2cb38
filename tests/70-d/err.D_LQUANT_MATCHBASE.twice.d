/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: All uses have the same base.
 */
BEGIN
{
	@ = lquantize(1, 0, 10);
	@ = lquantize(1, 1, 10);
}

/* >>> output
[D_LQUANT_MATCHBASE] line 8: @_ was first used with a different base of lquantize()
<<< */
