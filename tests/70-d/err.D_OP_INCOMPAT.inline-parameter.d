/* SPDX-License-Identifier: MIT */
/* ASSERTION: An argument has the type of the parameter. */
inline int f[int x] = x;

BEGIN
{
	exit(f["one"]);
}

/* >>> output
[D_OP_INCOMPAT] line 7: x is of type int and cannot stand for a value of type string
<<< */
