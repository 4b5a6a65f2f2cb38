/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation has no value in a program.
 */
BEGIN
{
	@a = count();
	trace(@a + 1);
}
