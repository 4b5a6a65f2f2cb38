/* SPDX-License-Identifier: MIT */
/* ASSERTION: The size of an array is a constant. */
int x;
struct s { char c[x]; };

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_ARRSUB] line 4: the size of an array must be an integer constant, and "x"... is not one
<<< */
