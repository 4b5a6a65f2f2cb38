/* SPDX-License-Identifier: MIT */
/* ASSERTION: The parameters of a prototype are types. */
int f(5);

BEGIN
{
	exit(0);
}

/* >>> output
[D_SYNTAX] line 3: syntax error near "5": expected a type
<<< */
