/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are at least as many steps as the factor.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 3, 5);
}
