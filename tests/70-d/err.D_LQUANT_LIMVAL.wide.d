/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The limit fits in 32 bits.
 */
BEGIN
{
	@ = lquantize(1, 0, 1LL << 40);
}
