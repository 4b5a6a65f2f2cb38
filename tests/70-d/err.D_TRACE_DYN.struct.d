/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct is not one value.
 */
BEGIN
{
	trace(curthread->se);
}
