/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A character constant ends in its line.
 */
BEGIN
{
	trace('a
}
