/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable that is a pointer takes no other pointer.
 * needs: btf
 */
BEGIN
{
	x = curthread;
	x = curthread->mm;
}

/* >>> output
[D_OP_INCOMPAT] line 9: x is of type struct task_struct * and cannot hold a value of type struct mm_struct *: write a cast
<<< */
