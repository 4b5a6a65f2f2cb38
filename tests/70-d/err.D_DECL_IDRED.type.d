/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable keeps its first type.
 */
int x;
char x;

BEGIN
{
	x = 1;
}

/* >>> output
[D_DECL_IDRED] line 6: x already has type int
<<< */
