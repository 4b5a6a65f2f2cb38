/* SPDX-License-Identifier: MIT */
/* ASSERTION: A translated value is no key. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < int A > { x = A; };
BEGIN { @[xlate <struct b *> (1)] = count(); }

/* >>> output
[D_KEY_TYPE] line 6: a translated struct b * is not in memory: name a member of it
<<< */
