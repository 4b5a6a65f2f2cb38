/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key that is a string is no integer.
 */
BEGIN
{
	a["x", 1] = 1;
	a[1, 1] = 1;
}
