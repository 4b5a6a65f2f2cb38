/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Descriptions are separated by commas.
 */
BEGIN END
{
	trace(1);
}

/* >>> output
[D_SYNTAX] line 5: syntax error near "END": expected ",", "/", "{" or ";"
<<< */
