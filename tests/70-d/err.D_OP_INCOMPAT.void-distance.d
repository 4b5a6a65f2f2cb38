/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There is no number of elements between two void *.
 */
BEGIN
{
	trace((void *)arg1 - (void *)arg0);
}

/* >>> output
[D_OP_INCOMPAT] line 7: arithmetic on a void *: the type it points to has no size: cast it to char * or another sized type
<<< */
