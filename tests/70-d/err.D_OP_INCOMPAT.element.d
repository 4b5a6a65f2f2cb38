/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An element takes values of the array's type.
 */
BEGIN
{
	a[1] = "x";
	a[2] = 5;
}

/* >>> output
[D_OP_INCOMPAT] line 8: a holds a string and cannot be assigned an integer other than 0
<<< */
