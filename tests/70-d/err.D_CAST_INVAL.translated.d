/* SPDX-License-Identifier: MIT */
/* ASSERTION: A translated pointer is no number. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < int A > { x = A; };
BEGIN { trace((int)xlate <struct b *> (1)); }

/* >>> output
[D_CAST_INVAL] line 6: a translated struct b * is not in memory: name a member of it
<<< */
