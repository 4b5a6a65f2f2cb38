/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Nor may its remainder be taken.
 */
BEGIN
{
	x = 5;
	trace(x % 0);
}

/* >>> output
[D_DIV_ZERO] line 8: the right side of % is always zero
<<< */
