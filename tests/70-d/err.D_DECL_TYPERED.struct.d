/* SPDX-License-Identifier: MIT */
/* ASSERTION: A tag has one definition. */
struct s { int a; };
struct s { int b; };

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_TYPERED] line 4: struct s is already defined with other members
<<< */
