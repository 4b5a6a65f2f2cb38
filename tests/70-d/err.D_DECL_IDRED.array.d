/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array is declared with one tuple.
 */
int a[int];
int a[string];

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_IDRED] line 6: a[] was declared or used with different types before
<<< */
