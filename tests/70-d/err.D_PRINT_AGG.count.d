/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation is printed by printa().
 */
BEGIN
{
	@a = count();
	print(@a);
}

/* >>> output
[D_PRINT_AGG] line 8: print() takes a value, not an aggregation: write printa(@a)
<<< */
