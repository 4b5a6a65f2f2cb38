/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The high magnitude fits in 16 bits.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 65536, 10);
}
