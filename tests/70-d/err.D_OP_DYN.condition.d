/* SPDX-License-Identifier: MIT */
/* ASSERTION: ?: does not choose between translated values. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < int A > { x = A; };
BEGIN { trace((pid ? xlate <struct b *> (1) : xlate <struct b *> (2))->x); }

/* >>> output
[D_OP_DYN] line 6: a translated struct b * is not in memory: name a member of it
<<< */
