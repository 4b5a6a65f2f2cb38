/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation cannot be speculative.
 */
BEGIN
{
	speculate(1);
	@ = count();
}
