/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key that is declared an integer is no string.
 */
int a[int];

BEGIN
{
	trace(a[execname]);
}
