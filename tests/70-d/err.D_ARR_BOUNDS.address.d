/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Only the address right after an array can be taken.
 */
int a[5];

BEGIN
{
	p = &a[6];
}

/* >>> output
[D_ARR_BOUNDS] line 9: index 6 is outside of an array of 5 elements: write 0 to 4, or cast the array to a pointer
<<< */
