/* SPDX-License-Identifier: MIT */
/* ASSERTION: A character of a string that is no variable cannot be assigned. */
BEGIN
{
	execname[0] = 'b';
}

/* >>> output
[D_OP_LVAL] line 5: a character of this string cannot be assigned, as it is not a variable: assign the string to one, and change that
<<< */
