/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The base of lquantize() is a constant.
 */
BEGIN
{
	x = 1;
	@ = lquantize(1, x, 10);
}
