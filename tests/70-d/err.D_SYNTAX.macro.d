/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An argument that is no token must be taken as a string.
 * args: 'two words'
 */
BEGIN
{
	trace($1);
}

/* >>> output
[D_SYNTAX] line 8: the value of $1, "two words", is not an integer, a name or a quoted string: write $$1 to use it as a string
<<< */
