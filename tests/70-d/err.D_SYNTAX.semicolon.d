/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Statements are separated by semicolons.
 */
BEGIN
{
	trace(1) trace(2);
}

/* >>> output
[D_SYNTAX] line 7: syntax error near "trace": expected an operator, ";" or "}"
<<< */
