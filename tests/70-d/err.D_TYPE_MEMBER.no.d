/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct has its members only.
 * needs: btf
 */
BEGIN
{
	trace(curthread->no_such_member);
}
