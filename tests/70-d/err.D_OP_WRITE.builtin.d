/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A built-in variable can only be read.
 */
BEGIN
{
	pid = 1;
}

/* >>> output
[D_OP_WRITE] line 7: pid is a built-in variable and can only be read
<<< */
