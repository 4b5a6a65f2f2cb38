/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable has no address.
 */
BEGIN
{
	trace(&pid);
}
