/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Aggregations that are printed together have the same keys.
 */
BEGIN
{
	@a[1] = count();
	@b["x"] = count();
	printa(@a, @b);
}
