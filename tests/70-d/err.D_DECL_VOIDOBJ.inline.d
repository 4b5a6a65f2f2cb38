/* SPDX-License-Identifier: MIT */
/* ASSERTION: An inline has a value. */
inline void f = 0;

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_VOIDOBJ] line 3: inline f cannot be void: it has a value
<<< */
