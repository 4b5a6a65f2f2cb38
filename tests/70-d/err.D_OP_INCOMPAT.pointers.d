/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Pointers of two types do not compare without a cast.
 * needs: btf
 */
BEGIN
{
	trace(curthread == curthread->mm);
}
