/* SPDX-License-Identifier: MIT */
/* ASSERTION: An inline with parameters is not used without them. */
inline int f[int x] = x;

BEGIN
{
	exit(f);
}

/* >>> output
[D_ARR_BADREF] line 7: inline f has parameters: write f[...]
<<< */
