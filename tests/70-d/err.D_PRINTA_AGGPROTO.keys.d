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

/* >>> output
[D_PRINTA_AGGPROTO] line 9: printa(): key 1 of @a and of @b have different types: only aggregations with the same keys can be printed together
<<< */
