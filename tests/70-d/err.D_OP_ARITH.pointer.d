/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Pointers are not multiplied.
 * needs: btf
 */
BEGIN
{
	trace(curthread * 2);
}
