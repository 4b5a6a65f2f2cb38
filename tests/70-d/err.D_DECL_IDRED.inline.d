/* SPDX-License-Identifier: MIT */
/* ASSERTION: An inline has one definition. */
inline int f = 1;
inline int f = 1;

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_IDRED] line 4: inline f: f is the name of a constant already
<<< */
