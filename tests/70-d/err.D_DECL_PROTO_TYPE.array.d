/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key is an integer, a string or a pointer.
 */
int a[double];

BEGIN
{
	exit(0);
}
