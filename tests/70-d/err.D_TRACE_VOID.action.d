/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trace() takes a value.
 */
BEGIN
{
	trace(exit(0));
}

/* >>> output
[D_TRACE_VOID] line 7: trace() needs a value, and exit() has none
<<< */
