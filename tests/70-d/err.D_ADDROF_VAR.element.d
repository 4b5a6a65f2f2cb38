/* SPDX-License-Identifier: MIT */
/* ASSERTION: A pointer cannot refer to an element of an associative array. */
struct s { int x[2]; };
struct s a[int];

BEGIN
{
	a[1].x[0] = 1;
	p = a[1].x;
	exit(0);
}

/* >>> output
[D_ADDROF_VAR] line 9: a pointer cannot refer to a variable of self-> or to an element of an associative array
<<< */
