/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The number to keep is a number.
 */
BEGIN
{
	@a = count();
	trunc(@a, "x");
}
