/* SPDX-License-Identifier: MIT */
/* ASSERTION: An inline is defined outside of clauses. */


BEGIN
{
	inline int f = 1;
}

/* >>> output
[D_SYNTAX] line 7: inline: a clause cannot define it: write this before the clause
<<< */
