/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are no arrays.
 */
BEGIN
{
	x[1] = 2;
}
