/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A character constant is not empty.
 */
BEGIN
{
	trace('');
}

/* >>> output
[D_CHR_NULL] line 7: the character constant is empty: write '\0' for the character 0
<<< */
