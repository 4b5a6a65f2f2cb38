/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string ends on its line.
 */
BEGIN
{
	trace("one
two");
}

/* >>> output
[D_STR_NL] line 7: the string constant is not closed in its line: add "
<<< */
