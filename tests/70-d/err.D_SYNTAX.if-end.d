/* SPDX-License-Identifier: MIT */
/* ASSERTION: An if has a statement. */
BEGIN
{
	if (1)
}

/* >>> output
[D_SYNTAX] line 6: syntax error near "}": expected an expression
<<< */
