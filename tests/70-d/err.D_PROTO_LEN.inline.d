/* SPDX-License-Identifier: MIT */
/* ASSERTION: An inline gets as many arguments as it has parameters. */
inline int f[int x, int y] = x + y;

BEGIN
{
	exit(f[1]);
}

/* >>> output
[D_PROTO_LEN] line 7: inline f[] has 2 parameters, but here it has 1
<<< */
