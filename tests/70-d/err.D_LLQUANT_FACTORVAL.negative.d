/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The factor is not negative.
 */
BEGIN
{
	@ = llquantize(1, -1, 0, 6, 10);
}
