/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program cannot write a variable of the kernel.
 */
BEGIN
{
	`jiffies = 1;
}

/* >>> output
[D_OP_WRITE] line 7: `jiffies belongs to the kernel and can only be read
<<< */
