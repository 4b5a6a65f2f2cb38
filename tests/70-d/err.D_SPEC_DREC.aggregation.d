/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: speculate() stands before aggregations, too.
 */
BEGIN
{
	@ = count();
	speculate(1);
}

/* >>> output
[D_SPEC_DREC] line 8: speculate() cannot follow an aggregation, which records data: put speculate() first
<<< */
