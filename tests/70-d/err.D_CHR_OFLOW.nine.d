/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A character constant has at most eight characters.
 */
BEGIN
{
	trace('abcdefghi');
}

/* >>> output
[D_CHR_OFLOW] line 7: the character constant has more than 8 characters: write a string in ""
<<< */
