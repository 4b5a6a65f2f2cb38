/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: curthread is a built-in variable.
 */
BEGIN
{
	curthread = NULL;
}

/* >>> output
[D_OP_WRITE] line 7: curthread is a built-in variable and can only be read
<<< */
