/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Only an aggregation that exists can be normalized.
 */
BEGIN
{
	normalize(@never, 2);
}
