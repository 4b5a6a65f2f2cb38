/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: clear() takes an aggregation.
 */
BEGIN
{
	x = 1;
	clear(x);
}
