/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printa() takes aggregations.
 */
BEGIN
{
	printa("%d\n", 5);
}

/* >>> output
[D_PRINTA_AGGARG] line 7: argument 2 of printa() must be an aggregation, as in printa(@name)
<<< */
