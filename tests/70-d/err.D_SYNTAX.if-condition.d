/* SPDX-License-Identifier: MIT */
/* ASSERTION: A condition stands in parentheses. */
BEGIN
{
	if 1 exit(0);
}

/* >>> output
[D_SYNTAX] line 5: syntax error near "1": expected "(" and a condition after if
<<< */
