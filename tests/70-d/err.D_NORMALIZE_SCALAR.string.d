/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The divisor is a number.
 */
BEGIN
{
	@a = count();
	normalize(@a, "x");
}
