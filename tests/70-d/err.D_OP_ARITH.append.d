/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Strings are not added to each other.
 */
BEGIN
{
	s = "a";
	s += "b";
}
