/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A character constant has at most four characters.
 */
BEGIN
{
	trace('abcde');
}
