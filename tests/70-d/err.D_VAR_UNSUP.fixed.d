/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are no arrays of a fixed size.
 */
int a[10];

BEGIN
{
	exit(0);
}

/* >>> output
[D_VAR_UNSUP] line 5: variable a cannot have type int [10]: variables hold integers, strings and pointers
<<< */
