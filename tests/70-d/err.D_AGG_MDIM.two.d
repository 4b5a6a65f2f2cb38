/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation has one tuple of keys.
 */
BEGIN
{
	@a[1][2] = count();
}

/* >>> output
[D_AGG_MDIM] line 7: @a takes its keys in one [ ]: write @a[a, b], not @a[a][b]
<<< */
