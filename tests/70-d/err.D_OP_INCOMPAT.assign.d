/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string variable takes no integer but 0.
 */
BEGIN
{
	s = "a";
	s = 1;
}
