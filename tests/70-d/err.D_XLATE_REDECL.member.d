/* SPDX-License-Identifier: MIT */
/* ASSERTION: A member has one expression. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < int A > {
	x = A;
	x = 1;
};

/* >>> output
[D_XLATE_REDECL] line 7: member x is translated twice, first on line 6
<<< */
