/* SPDX-License-Identifier: MIT */
/* ASSERTION: No variable is a struct. */
struct s { int x; } v;

BEGIN
{
	exit(0);
}

/* >>> output
[D_VAR_UNSUP] line 3: variable v cannot have type struct s: variables hold integers, strings and pointers
<<< */
