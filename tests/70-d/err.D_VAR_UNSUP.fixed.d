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
[D_VAR_UNSUP] line 5: a[10]: arrays of a fixed size are not supported: declare an associative array, a[int]
<<< */
