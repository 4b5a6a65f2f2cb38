/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The number to keep is a number.
 */
BEGIN
{
	@a = count();
	trunc(@a, "x");
}

/* >>> output
[D_TRUNC_SCALAR] line 8: the number of entries for trunc() to keep must be an integer
<<< */
