/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are no arrays of a fixed size.
 */
int a[10];

BEGIN
{
	exit(0);
}
