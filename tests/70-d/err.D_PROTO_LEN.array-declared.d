/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array has the number of keys of its declaration.
 */
int a[int, string];

BEGIN
{
	trace(a[1]);
}
