/* SPDX-License-Identifier: MIT */
/* ASSERTION: There is one translator for two types. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < struct a *A > { x = A->m; };
translator struct b < struct a *A > { x = 1; };

/* >>> output
[D_XLATE_REDECL] line 6: a translator to struct b is already defined for this input, on line 5
<<< */
