/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The factor is at least 2.
 */
BEGIN
{
	@ = llquantize(1, 1, 0, 3, 10);
}
