/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string is not counted up.
 */
string a[int];

BEGIN
{
	a[1]++;
}

/* >>> output
[D_OP_SCALAR] line 9: ++ needs an integer, but a is a string
<<< */
