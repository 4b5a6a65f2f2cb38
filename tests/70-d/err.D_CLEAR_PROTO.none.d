/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: clear() takes one aggregation.
 */
BEGIN
{
	clear();
}
