/* SPDX-License-Identifier: MIT */
/* ASSERTION: An inline is defined outside of clauses. */


BEGIN
{
	inline int f = 1;
}

/* >>> output
[D_SYNTAX] line 7: a clause cannot contain "inline": write the declaration before the clause
<<< */
