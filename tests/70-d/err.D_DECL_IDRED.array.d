/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array is declared with one tuple.
 */
int a[int];
int a[string];

BEGIN
{
	exit(0);
}
