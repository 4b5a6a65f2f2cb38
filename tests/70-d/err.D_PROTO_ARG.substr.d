/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The position that substr() takes is an integer.
 */
BEGIN
{
	trace(substr("abc", "b"));
}
