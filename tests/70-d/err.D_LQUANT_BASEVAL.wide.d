/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The base fits in 32 bits.
 */
BEGIN
{
	@ = lquantize(1, 1LL << 40, 10);
}
