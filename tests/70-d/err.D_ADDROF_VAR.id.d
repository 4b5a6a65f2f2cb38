/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The ids of a thread in the consumer's namespace are computed, and
 * have no address.
 * needs: btf
 */
BEGIN
{
	trace(&((struct task_struct *)arg0)->td_tid);
}

/* >>> output
[D_ADDROF_VAR] line 9: cannot take the address of a variable or value of D: & applies to memory, structs and arrays
<<< */
