/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: freopen() names a file.
 */
BEGIN
{
	freopen(".");
}
