/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program does not write memory of the kernel.
 * needs: btf
 */
BEGIN
{
	curthread->pid = 1;
}

/* >>> output
[D_OP_LVAL] line 8: only a variable can be assigned or incremented: a program cannot write memory
<<< */
