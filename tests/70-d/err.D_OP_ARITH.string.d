/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Strings cannot be added.
 */
BEGIN
{
	trace(execname + "1");
}

/* >>> output
[D_OP_ARITH] line 7: + needs an integer, not a value of type string
<<< */
