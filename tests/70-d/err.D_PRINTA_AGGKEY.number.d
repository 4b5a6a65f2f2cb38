/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Aggregations that are printed together have as many keys.
 */
BEGIN
{
	@a[1] = count();
	@b = count();
	printa(@a, @b);
}
