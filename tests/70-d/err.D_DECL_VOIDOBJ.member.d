/* SPDX-License-Identifier: MIT */
/* ASSERTION: A member has a size. */
struct s { void a; };

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_VOIDOBJ] line 3: member a cannot have type void
<<< */
