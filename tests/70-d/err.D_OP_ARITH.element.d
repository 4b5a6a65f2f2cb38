/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string is not counted up.
 */
string a[int];

BEGIN
{
	a[1]++;
}
