/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregating function stands to the right of @name =.
 */
BEGIN
{
	count();
}

/* >>> output
[D_FUNC_IDKIND] line 7: count() aggregates: write @name[keys] = count(...)
<<< */
