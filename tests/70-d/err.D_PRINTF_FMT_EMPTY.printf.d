/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A format says something.
 */
BEGIN
{
	printf("");
}
