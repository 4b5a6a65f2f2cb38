/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are no fractions.
 */
BEGIN
{
	trace(1.5);
}

/* >>> output
[D_INT_DIGIT] line 7: 1.5 is not an integer: D has no floating-point constants
<<< */
