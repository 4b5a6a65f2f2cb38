/* SPDX-License-Identifier: MIT */
/* ASSERTION: The bounds of an array in a struct hold through a pointer, too. */
struct s { int n, a[3]; };
BEGIN { trace(((struct s *)alloca(sizeof (struct s)))->a[-1]); }

/* >>> output
[D_ARR_BOUNDS] line 4: index -1 is outside of an array of 3 elements: write 0 to 2, or cast the array to a pointer
<<< */
