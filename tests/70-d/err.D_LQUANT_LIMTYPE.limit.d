/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: So is its limit.
 */
BEGIN
{
	x = 1;
	@ = lquantize(1, 0, x);
}
