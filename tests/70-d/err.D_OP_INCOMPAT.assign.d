/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string variable takes no integer but 0.
 */
BEGIN
{
	s = "a";
	s = 1;
}

/* >>> output
[D_OP_INCOMPAT] line 8: s holds a string and cannot be assigned an integer other than 0
<<< */
