/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trunc() wants an aggregation that something is put into.
 */
BEGIN
{
	trunc(@never);
}

/* >>> output
[D_TRUNC_AGGBAD] line 7: trunc(): @never is never assigned: assign it an aggregating function, as in @never = count()
<<< */
