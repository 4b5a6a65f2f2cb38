/* SPDX-License-Identifier: MIT */
/* ASSERTION: The registers cannot be redefined by an inline. */
inline int uregs[int x] = x;

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_IDRED] line 3: inline uregs: uregs is the name of a variable already
<<< */
