/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Strings are not added to each other.
 */
BEGIN
{
	s = "a";
	s += "b";
}

/* >>> output
[D_OP_ARITH] line 8: += needs an integer: a string can only be assigned by =
<<< */
