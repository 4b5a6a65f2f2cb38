/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Pointers are not multiplied.
 * needs: btf
 */
BEGIN
{
	trace(curthread * 2);
}

/* >>> output
[D_OP_ARITH] line 8: * needs an integer, not a value of type struct task_struct *
<<< */
