/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An operator needs its operands.
 */
BEGIN
{
	trace(1 +);
}

/* >>> output
[D_SYNTAX] line 7: syntax error near ")": expected an expression
<<< */
