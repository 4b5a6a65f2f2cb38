/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A subroutine about a lock takes a pointer to one.
 * needs: btf
 */
BEGIN
{
	trace(rw_iswriter(curthread));
}

/* >>> output
[D_PROTO_ARG] line 8: argument 1 of rw_iswriter() must be a struct rw_semaphore * or a rwlock_t *, not a value of type struct task_struct *
<<< */
