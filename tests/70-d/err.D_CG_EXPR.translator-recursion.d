/* SPDX-License-Identifier: MIT */
/* ASSERTION: A translation that needs itself without end is refused. */
struct a { struct a *next; int n; };
translator struct a < struct a *A > {
	n = xlate <struct a> (A->next).n;
};
BEGIN { trace(xlate <struct a> ((struct a *)0).n); }

/* >>> output
[D_CG_EXPR] line 5: an expression is nested more than 2000 deep in its inlines: assign values to variables instead
<<< */
