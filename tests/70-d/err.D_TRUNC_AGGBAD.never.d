/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trunc() wants an aggregation that something is put into.
 */
BEGIN
{
	trunc(@never);
}
