/* SPDX-License-Identifier: MIT */
/* ASSERTION: An element of an associative array cannot be a struct. */
struct s { int x; } v;

BEGIN
{
	a[1] = v;
}

/* >>> output
[D_VAR_UNSUP] line 7: an element of a[] cannot be a struct or a union: use an array for each member
<<< */
