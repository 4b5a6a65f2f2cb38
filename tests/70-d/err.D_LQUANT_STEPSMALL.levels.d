/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are at most 65535 levels.
 */
BEGIN
{
	@ = lquantize(1, 0, 65536);
}

/* >>> output
[D_LQUANT_STEPSMALL] line 7: step 1 of lquantize() makes 65536 levels, more than 65535: use a larger step or a smaller range
<<< */
