/* SPDX-License-Identifier: MIT */
/* ASSERTION: xlate needs a translator of its two types. */
struct a { int m; };
struct b { int x; char *s; };
BEGIN
{
	trace(xlate <struct b> ((struct a *)0).x);
}

/* >>> output
[D_XLATE_NONE] line 7: there is no translator from struct a * to struct b: define one, as in translator struct b < struct a * x > { ... };
<<< */
