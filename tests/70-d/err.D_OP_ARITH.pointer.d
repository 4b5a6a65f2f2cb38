/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Pointers are not multiplied.
 */
BEGIN
{
	trace(curthread * 2);
}
