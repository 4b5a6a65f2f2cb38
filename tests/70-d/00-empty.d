/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program of one clause that ends at once prints nothing.
 */
BEGIN
{
	exit(0);
}

/* >>> output
<<< */
