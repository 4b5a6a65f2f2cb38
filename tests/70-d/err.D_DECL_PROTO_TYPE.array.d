/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key is an integer or a string.
 */
int a[char *];

BEGIN
{
	exit(0);
}
