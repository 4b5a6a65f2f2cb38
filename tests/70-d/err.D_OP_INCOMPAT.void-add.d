/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What a void * points to has no size to count in.
 */
BEGIN
{
	trace((uintptr_t)((void *)0 + 1));
}

/* >>> output
[D_OP_INCOMPAT] line 7: arithmetic on a void *: the type it points to has no size: cast it to char * or another sized type
<<< */
