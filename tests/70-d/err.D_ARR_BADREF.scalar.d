/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable is not indexed.
 */
BEGIN
{
	a = 1;
	a[1] = 1;
}
