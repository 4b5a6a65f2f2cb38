/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trunc() takes an aggregation.
 */
BEGIN
{
	trunc();
}
