/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A character constant ends in its line.
 */
BEGIN
{
	trace('a
}

/* >>> output
[D_CHR_NL] line 7: the character constant is not closed in its line: add '
<<< */
