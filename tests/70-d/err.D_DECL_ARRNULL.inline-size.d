/* SPDX-License-Identifier: MIT */
/* ASSERTION: The brackets of an inline have no size. */
inline int f[5] = 1;

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_ARRNULL] line 3: inline f[] has no parameters: write their types and names, as in f[int x], or leave out []
<<< */
