/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: a run whose only aggregation has no key needs no room for keys.
 */
BEGIN
{
	@ = sum(3);
	exit(0);
}

/* >>> output
                3
<<< */
