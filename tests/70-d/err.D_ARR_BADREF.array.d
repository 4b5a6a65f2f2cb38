/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array has no value of its own.
 */
BEGIN
{
	a[1] = 1;
	trace(a);
}

/* >>> output
[D_ARR_BADREF] line 8: a is an associative array: write a[key]
<<< */
