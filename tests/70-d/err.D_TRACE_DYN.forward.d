/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct is not one value.
 * needs: btf
 */
BEGIN
{
	trace(curthread->se);
}

/* >>> output
[D_TRACE_DYN] line 8: trace() needs an integer, a pointer or a string, not a value of type struct sched_entity
<<< */
