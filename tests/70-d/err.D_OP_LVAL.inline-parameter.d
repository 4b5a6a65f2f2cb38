/* SPDX-License-Identifier: MIT */
/* ASSERTION: A parameter cannot be assigned. */
inline int f[int x] = x = 1;

BEGIN
{
	exit(0);
}

/* >>> output
[D_OP_LVAL] line 3: only variables and memory can be assigned or incremented
<<< */
