/* SPDX-License-Identifier: MIT */
/* ASSERTION: A constant inline cannot be assigned. */
inline int f = 1;

BEGIN
{
	f = 2;
}

/* >>> output
[D_OP_LVAL] line 7: only variables and memory can be assigned or incremented
<<< */
