/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable that is a pointer takes no other pointer.
 */
BEGIN
{
	x = curthread;
	x = curthread->mm;
}
