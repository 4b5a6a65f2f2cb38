/* SPDX-License-Identifier: MIT */
/* ASSERTION: The expression of a member has a type that suits it. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < int A > {
	x = "text";
};

/* >>> output
[D_XLATE_INCOMPAT] line 6: x is of type int and cannot stand for a value of type string
<<< */
