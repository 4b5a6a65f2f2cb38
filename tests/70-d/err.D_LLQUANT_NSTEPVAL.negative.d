/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The number of steps is not negative.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 6, -10);
}
