/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: So does trunc().
 */
BEGIN
{
	x = 1;
	trunc(x, 1);
}
