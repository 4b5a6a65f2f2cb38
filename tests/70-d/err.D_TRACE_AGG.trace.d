/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation cannot be traced.
 */
BEGIN
{
	@a = count();
	trace(@a);
}

/* >>> output
[D_TRACE_AGG] line 8: trace() takes a value, not an aggregation: write printa(@a)
<<< */
