/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A clause may not consist of an aggregation that does nothing.
 */
BEGIN
{
	@a;
}
