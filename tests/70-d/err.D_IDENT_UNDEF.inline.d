/* SPDX-License-Identifier: MIT */
/* ASSERTION: An inline does not know its own name, so it cannot contain itself. */
inline int f[int x] = x == 0 ? 1 : x * f[x - 1];

BEGIN
{
	exit(0);
}

/* >>> output
[D_IDENT_UNDEF] line 3: failed to resolve f: Unknown variable name: declare or assign it before it is read
<<< */
