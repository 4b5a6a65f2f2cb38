/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct has its members only.
 * needs: btf
 */
BEGIN
{
	trace(curthread->no_such_member);
}

/* >>> output
[D_TYPE_MEMBER] line 8: struct task_struct has no member no_such_member
<<< */
