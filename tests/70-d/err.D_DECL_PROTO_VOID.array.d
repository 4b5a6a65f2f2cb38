/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key has a type with values.
 */
int a[int, void];

BEGIN
{
	exit(0);
}
