/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The divisor is a number.
 */
BEGIN
{
	@a = count();
	normalize(@a, "x");
}

/* >>> output
[D_NORMALIZE_SCALAR] line 8: the divisor of normalize() must be an integer
<<< */
