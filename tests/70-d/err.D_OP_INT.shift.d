/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Only integers can be shifted.
 */
BEGIN
{
	trace("a" << 1);
}

/* >>> output
[D_OP_INT] line 7: << needs an integer, not a value of type string
<<< */
