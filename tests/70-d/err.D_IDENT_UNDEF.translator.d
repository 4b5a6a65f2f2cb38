/* SPDX-License-Identifier: MIT */
/* ASSERTION: The expressions of members are checked where they are written. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < int A > {
	x = B;
};

/* >>> output
[D_IDENT_UNDEF] line 6: failed to resolve B: Unknown variable name: declare or assign it before it is read
<<< */
