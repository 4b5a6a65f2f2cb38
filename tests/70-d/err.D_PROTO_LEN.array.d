/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array has one number of keys.
 */
BEGIN
{
	a[1] = 1;
	a[1, 2] = 1;
}
