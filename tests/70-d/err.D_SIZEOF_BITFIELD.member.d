/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A bit-field has no size.
 * needs: btf
 */
BEGIN
{
	trace(sizeof(curthread->in_iowait));
}

/* >>> output
[D_SIZEOF_BITFIELD] line 8: a bit-field has no size in bytes
<<< */
