/* SPDX-License-Identifier: MIT */
/* ASSERTION: A translator is not defined in a clause. */
struct a { int m; };
struct b { int x; char *s; };
BEGIN { translator struct b < int A > { x = A; }; }

/* >>> output
[D_SYNTAX] line 5: a clause cannot contain "translator": write the declaration before the clause
<<< */
