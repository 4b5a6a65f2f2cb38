/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: So far variables hold integers.
 */
BEGIN
{
	s = "a";
}
