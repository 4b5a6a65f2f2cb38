/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A character constant is not empty.
 */
BEGIN
{
	trace('');
}
