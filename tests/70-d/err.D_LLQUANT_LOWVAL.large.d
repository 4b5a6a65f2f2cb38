/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The low magnitude fits in 16 bits.
 */
BEGIN
{
	@ = llquantize(1, 10, 65536, 6, 10);
}
