/* SPDX-License-Identifier: MIT */
/* ASSERTION: A struct in a struct of an array is not assigned as a whole. */
struct in { int x; } g;
struct s { struct in in; };
struct s a[int];

BEGIN
{
	a[1].in = g;
}

/* >>> output
[D_VAR_UNSUP] line 9: a struct in a struct of self-> or of an associative array cannot be assigned as a whole: assign its members
<<< */
