/* SPDX-License-Identifier: MIT */
/* ASSERTION: A constant index is in the bounds of the array. */
int a[5];
BEGIN { a[2 + 3] = 1; }

/* >>> output
[D_ARR_BOUNDS] line 4: index 5 is outside of an array of 5 elements: write 0 to 4, or cast the array to a pointer
<<< */
