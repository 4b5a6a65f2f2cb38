/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An element takes values of the array's type.
 */
BEGIN
{
	a[1] = "x";
	a[2] = 5;
}
