/* SPDX-License-Identifier: MIT */
/* ASSERTION: Only members that the translator has can be used. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < struct a *A > { x = A->m; };
BEGIN
{
	trace(xlate <struct b> ((struct a *)0).s);
}

/* >>> output
[D_XLATE_NOCONV] line 8: the translator to struct b has no value for member s
<<< */
