/* SPDX-License-Identifier: MIT */
/* ASSERTION: The expression of an inline has its type. */
inline int f = "s";

BEGIN
{
	exit(0);
}

/* >>> output
[D_OP_INCOMPAT] line 3: f is of type int and cannot stand for a value of type string
<<< */
