/* SPDX-License-Identifier: MIT */
/* ASSERTION: There are no loops. */
BEGIN
{
	while (1)
		exit(0);
}

/* >>> output
[D_SYNTAX] line 5: D has no "while": use if, a predicate, several clauses, or ?:
<<< */
