/* SPDX-License-Identifier: MIT */
/* ASSERTION: The same of an aggregation. */
struct a { int x; } a;
struct b { int x; } b;

BEGIN
{
	@[a] = count();
	@[b] = count();
}

/* >>> output
[D_KEY_TYPE] line 9: key 1 of @_ is of type struct a where it is first used, but here it is of type struct b
<<< */
