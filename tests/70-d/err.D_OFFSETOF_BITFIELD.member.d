/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A bit-field has no offset of bytes.
 * needs: btf
 */
BEGIN
{
	trace(offsetof(struct task_struct, in_iowait));
}
