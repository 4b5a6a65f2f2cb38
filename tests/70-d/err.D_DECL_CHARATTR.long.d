/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A char is neither long nor short.
 */
char long x;

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_CHARATTR] line 5: "char long" is not a type: a char is neither short nor long
<<< */
