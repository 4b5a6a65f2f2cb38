/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A constant cannot be assigned to.
 */
BEGIN
{
	5 = 6;
}

/* >>> output
[D_OP_LVAL] line 7: only variables and memory can be assigned or incremented
<<< */
