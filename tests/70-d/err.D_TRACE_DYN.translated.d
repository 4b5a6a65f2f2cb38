/* SPDX-License-Identifier: MIT */
/* ASSERTION: trace() cannot record a translated pointer. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < int A > { x = A; };
inline struct b *here = xlate <struct b *> (cpu);
BEGIN { trace(here); }

/* >>> output
[D_TRACE_DYN] line 6: a translated struct b * is not in memory: name a member of it
<<< */
