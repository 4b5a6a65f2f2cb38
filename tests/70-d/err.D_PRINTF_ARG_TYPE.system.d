/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Conversions of a command fit.
 */
BEGIN
{
	system("kill %d", "all");
}
