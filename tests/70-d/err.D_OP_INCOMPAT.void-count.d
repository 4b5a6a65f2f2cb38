/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: ++ does not count a void * up.
 */
void *p;

BEGIN
{
	p++;
}

/* >>> output
[D_OP_INCOMPAT] line 9: arithmetic on a void *: the type it points to has no size: cast it to char * or another sized type
<<< */
