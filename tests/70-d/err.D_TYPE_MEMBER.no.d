/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct has its members only.
 */
BEGIN
{
	trace(curthread->no_such_member);
}
