/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation that is printed must be aggregated into
 * somewhere.
 */
BEGIN
{
	printa(@never);
}
