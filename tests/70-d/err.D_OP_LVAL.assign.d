/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A constant cannot be assigned to.
 */
BEGIN
{
	5 = 6;
}

/* >>> output
[D_OP_LVAL] line 7: only a variable can be assigned or incremented
<<< */
