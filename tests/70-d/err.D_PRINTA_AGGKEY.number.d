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

/* >>> output
[D_PRINTA_AGGKEY] line 9: printa(): @a has 1 key and @b has 0: only aggregations with the same keys can be printed together
<<< */
