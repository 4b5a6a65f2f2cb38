/* SPDX-License-Identifier: MIT */
/* ASSERTION: A struct has no member of its own type. */
struct s { int a; struct s b; };

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_INCOMPLETE] line 3: the size of member b is not known: struct s is not defined
<<< */
