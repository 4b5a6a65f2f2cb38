/* SPDX-License-Identifier: MIT */
/* ASSERTION: An array has a size above 0. */
struct s { int a[0]; };

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_ARRSUB] line 3: the size of an array must be from 1 to 4294967295, not 0
<<< */
