/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A bit-field has no address.
 */
BEGIN
{
	trace(&curthread->in_iowait);
}
