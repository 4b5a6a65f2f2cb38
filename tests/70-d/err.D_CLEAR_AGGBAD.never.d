/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: clear() wants an aggregation that something is put into.
 */
BEGIN
{
	clear(@never);
}
