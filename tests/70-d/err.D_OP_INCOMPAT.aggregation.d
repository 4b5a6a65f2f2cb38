/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation has no value in a program.
 */
BEGIN
{
	@a = count();
	trace(@a + 1);
}

/* >>> output
[D_OP_INCOMPAT] line 8: the value of @a cannot be read: assign it an aggregating function, or pass it to an action such as printa()
<<< */
