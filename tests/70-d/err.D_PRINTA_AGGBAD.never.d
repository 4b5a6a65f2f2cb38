/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation that is printed must be aggregated into
 * somewhere.
 */
BEGIN
{
	printa(@never);
}

/* >>> output
[D_PRINTA_AGGBAD] line 8: printa(): @never is never assigned: assign it an aggregating function, as in @never = count()
<<< */
