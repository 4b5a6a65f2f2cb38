/* SPDX-License-Identifier: MIT */
/* ASSERTION: A key that is a struct has the same tag at each use. */
struct a { int x; } a;
struct b { int x; } b;

BEGIN
{
	seen[a] = 1;
	seen[b] = 1;
}

/* >>> output
[D_PROTO_ARG] line 9: key 1 of seen[] is of type struct a, but here it is of type struct b
<<< */
