/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The highest bucket fits into 64 bits.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 30, 10);
}
