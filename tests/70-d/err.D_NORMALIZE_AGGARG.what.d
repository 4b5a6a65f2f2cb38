/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: normalize() takes an aggregation first.
 */
BEGIN
{
	normalize(1, 2);
}
