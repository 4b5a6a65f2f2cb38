/* SPDX-License-Identifier: MIT */
/* ASSERTION: A translated value alone is no statement. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < int A > { x = A; };
BEGIN { xlate <struct b> (1); }

/* >>> output
[D_CG_DYN] line 6: a translated struct b is not in memory: name a member of it
<<< */
