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
