/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A bit-field has no address.
 * needs: btf
 */
BEGIN
{
	trace(&curthread->in_iowait);
}
