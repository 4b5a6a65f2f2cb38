/* SPDX-License-Identifier: MIT */
/* ASSERTION: The characters of a string cannot be assigned. */
BEGIN
{
	x = "abc";
	x[0] = 'b';
}
/* >>> output
[D_OP_LVAL] line 6: a character of a string cannot be assigned: copy the string with bcopy() and change the copy
<<< */
