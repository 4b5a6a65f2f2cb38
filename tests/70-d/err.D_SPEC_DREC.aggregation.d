/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: speculate() stands before aggregations, too.
 */
BEGIN
{
	@ = count();
	speculate(1);
}
