/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregating function stands to the right of @name =.
 */
BEGIN
{
	count();
}

/* >>> output
[D_CG_EXPR] line 7: count() aggregates: write @name[keys] = count(...)
<<< */
