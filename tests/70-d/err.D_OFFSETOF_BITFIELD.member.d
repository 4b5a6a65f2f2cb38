/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A bit-field has no offset of bytes.
 * needs: btf
 */
BEGIN
{
	trace(offsetof(struct task_struct, in_iowait));
}

/* >>> output
[D_OFFSETOF_BITFIELD] line 8: bit-field in_iowait has no offset in bytes
<<< */
