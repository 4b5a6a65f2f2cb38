/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program does not write memory of the kernel.
 * needs: btf
 */
BEGIN
{
	curthread->pid = 1;
}
