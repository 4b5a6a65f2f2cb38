/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: C's storage classes are not D's.
 */
static int x;

BEGIN
{
	x = 1;
}

/* >>> output
[D_DECL_BADCLASS] line 5: variable x of D cannot be static: declare it with self or this, or with neither to make it global
<<< */
