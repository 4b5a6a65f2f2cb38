/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program does not write memory of the kernel.
 */
BEGIN
{
	curthread->pid = 1;
}
