/* SPDX-License-Identifier: MIT */
/* ASSERTION: The members are those of the struct. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < int A > {
	x = A;
	y = A;
};

/* >>> output
[D_XLATE_MEMB] line 7: struct b has no member y
<<< */
