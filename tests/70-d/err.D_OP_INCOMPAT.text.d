/* SPDX-License-Identifier: MIT */
/* ASSERTION: A string is taken for a pointer to characters only. */
int *p;

BEGIN
{
	p = "text";
}

/* >>> output
[D_OP_INCOMPAT] line 7: p is of type int * and cannot hold a value of type char *: write a cast
<<< */
