/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable that is a pointer takes no other pointer.
 * needs: btf
 */
BEGIN
{
	x = curthread;
	x = curthread->mm;
}
