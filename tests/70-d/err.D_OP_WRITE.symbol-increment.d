/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program cannot write a variable of the kernel.
 */
BEGIN
{
	vmlinux`jiffies++;
}

/* >>> output
[D_OP_WRITE] line 7: vmlinux`jiffies belongs to the kernel and can only be read
<<< */
