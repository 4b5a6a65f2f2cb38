/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string is neither true nor false.
 */
BEGIN
{
	trace(!execname);
}

/* >>> output
[D_OP_SCALAR] line 7: ! needs an integer, not a value of type string: compare it, as in != ""
<<< */
