/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A character constant has at most eight characters.
 */
BEGIN
{
	trace('abcdefghi');
}
