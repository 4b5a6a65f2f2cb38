/* SPDX-License-Identifier: MIT */
/* ASSERTION: A comma has no translated value. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < int A > { x = A; };
BEGIN { trace((1, xlate <struct b *> (1))->x); }

/* >>> output
[D_OP_DYN] line 6: a translated struct b * is not in memory: name a member of it
<<< */
