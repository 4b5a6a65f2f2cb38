/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The declaration of an array has the types of its keys.
 */
int a[];

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_ARRNULL] line 5: a[] has no keys: write their types, as in a[int, string]
<<< */
