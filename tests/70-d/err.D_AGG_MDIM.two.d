/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation has one tuple of keys.
 */
BEGIN
{
	@a[1][2] = count();
}
