/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A bit-field has no size.
 */
BEGIN
{
	trace(sizeof(curthread->in_iowait));
}
