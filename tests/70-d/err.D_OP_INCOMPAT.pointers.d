/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Pointers of two types do not compare without a cast.
 * needs: btf
 */
BEGIN
{
	trace(curthread == curthread->mm);
}

/* >>> output
[D_OP_INCOMPAT] line 8: == cannot compare pointers of different types, struct task_struct * and struct mm_struct *: cast one of them
<<< */
