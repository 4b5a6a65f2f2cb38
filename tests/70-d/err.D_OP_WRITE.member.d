/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program cannot write to memory of the kernel.
 * needs: btf
 */
BEGIN
{
	curthread->pid = 1;
}

/* >>> output
[D_OP_WRITE] line 8: cannot write to memory that curthread points to: a program can write to its own variables and to memory from alloca and copyin
<<< */
