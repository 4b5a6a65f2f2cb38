/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: normalize() takes an aggregation and a number.
 */
BEGIN
{
	@a = count();
	normalize(@a);
}
