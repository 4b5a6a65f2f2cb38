/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A clause may not consist of an aggregation that does nothing.
 */
BEGIN
{
	@a;
}

/* >>> output
[D_AGG_NULL] line 7: @a alone does nothing: assign it an aggregating function, as in @a = count()
<<< */
