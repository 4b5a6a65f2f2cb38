/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct is not one value.
 * needs: btf
 */
BEGIN
{
	trace(curthread->se);
}
