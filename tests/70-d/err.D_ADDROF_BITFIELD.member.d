/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A bit-field has no address.
 * needs: btf
 */
BEGIN
{
	trace(&curthread->in_iowait);
}

/* >>> output
[D_ADDROF_BITFIELD] line 8: cannot take the address of a bit-field
<<< */
