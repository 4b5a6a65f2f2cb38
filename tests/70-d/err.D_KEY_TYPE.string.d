/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The first use fixes the types of the keys.
 */
BEGIN
{
	@a[1] = count();
	@a["x"] = count();
}
