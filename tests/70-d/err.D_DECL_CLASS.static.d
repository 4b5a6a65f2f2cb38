/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: C's storage classes are not D's.
 */
static int x;

BEGIN
{
	x = 1;
}
