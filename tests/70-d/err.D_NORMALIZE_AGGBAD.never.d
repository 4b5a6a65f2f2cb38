/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Only an aggregation that exists can be normalized.
 */
BEGIN
{
	normalize(@never, 2);
}

/* >>> output
[D_NORMALIZE_AGGBAD] line 7: normalize(): @never is never assigned: assign it an aggregating function, as in @never = count()
<<< */
