/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string cannot be assigned to a number.
 */
BEGIN
{
	s = 1;
	s = "a";
}
