/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A constant must not be divided by a constant zero.
 */
BEGIN
{
	trace(1 / 0);
}

/* >>> output
[D_DIV_ZERO] line 7: the right side of / is always zero
<<< */
