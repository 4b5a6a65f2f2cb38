/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation cannot be speculative.
 */
BEGIN
{
	speculate(1);
	@ = count();
}

/* >>> output
[D_AGG_SPEC] line 8: an aggregation cannot follow speculate(): its change cannot be discarded
<<< */
