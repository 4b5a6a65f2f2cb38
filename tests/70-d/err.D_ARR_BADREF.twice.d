/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array has one tuple.
 */
BEGIN
{
	a[1][2] = 1;
}
