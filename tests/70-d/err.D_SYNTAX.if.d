/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There is no if.
 */
BEGIN
{
	if (pid)
		trace(1);
}

/* >>> output
[D_SYNTAX] line 7: D has no "if": use a predicate, several clauses or ?:
<<< */
