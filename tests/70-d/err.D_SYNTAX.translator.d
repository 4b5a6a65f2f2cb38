/* SPDX-License-Identifier: MIT */
/* ASSERTION: The members of a translator end with a semicolon. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < int A > { x = A };

/* >>> output
[D_SYNTAX] line 5: syntax error near "}": expected an operator or ";"
<<< */
