/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array has one tuple.
 */
BEGIN
{
	a[1][2] = 1;
}

/* >>> output
[D_ARR_BADREF] line 7: an associative array takes its keys in one [ ]: write [a, b], not [a][b]
<<< */
