/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The value of an aggregation is no string.
 */
BEGIN
{
	@a = count();
	printa("%@s", @a);
}
