/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string cannot be assigned to a number.
 */
BEGIN
{
	s = 1;
	s = "a";
}

/* >>> output
[D_OP_INCOMPAT] line 8: s holds an integer and cannot be assigned a string
<<< */
