/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation does not follow commit().
 */
BEGIN
{
	commit(1);
	@ = count();
}

/* >>> output
[D_AGG_COMM] line 8: an aggregation cannot follow commit() in one clause
<<< */
