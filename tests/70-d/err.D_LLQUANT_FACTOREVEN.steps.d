/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The factor divides the number of steps.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 3, 15);
}
