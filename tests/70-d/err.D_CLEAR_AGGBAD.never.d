/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: clear() wants an aggregation that something is put into.
 */
BEGIN
{
	clear(@never);
}

/* >>> output
[D_CLEAR_AGGBAD] line 7: clear(): @never is never assigned: assign it an aggregating function, as in @never = count()
<<< */
