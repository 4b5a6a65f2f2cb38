/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A predicate ends with a slash.
 */
BEGIN
/1 == 1
{
}

/* >>> output
[D_SYNTAX] line 7: syntax error near "{": expected an operator or the "/" that ends the predicate
<<< */
