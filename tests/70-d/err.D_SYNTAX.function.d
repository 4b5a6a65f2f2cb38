/* SPDX-License-Identifier: MIT */
/* ASSERTION: A program has no functions. */
int twice(int n) { return 2 * n; }

BEGIN
{
	exit(twice(0));
}

/* >>> output
[D_SYNTAX] line 3: D has no functions with statements: write inline type name[type parameter] = expression
<<< */
