/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation takes an aggregating function.
 */
BEGIN
{
	@ = trace(1);
}
