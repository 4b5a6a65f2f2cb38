/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A bit-field has no size.
 * needs: btf
 */
BEGIN
{
	trace(sizeof(curthread->in_iowait));
}
