/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: this-> has no arrays.
 */
this int a[int];

BEGIN
{
	exit(0);
}
