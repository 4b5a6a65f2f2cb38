/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The step fits into 16 bits.
 */
BEGIN
{
	@ = lquantize(1, 0, 1000000, 100000);
}
