/* SPDX-License-Identifier: MIT */
/* ASSERTION: The operator says whether a struct or a pointer is translated. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < int A > { x = A; };
BEGIN { trace(xlate <struct b *> (1).x); }

/* >>> output
[D_OP_SOU] line 6: the value before .x is a struct b *: write ->x
<<< */
