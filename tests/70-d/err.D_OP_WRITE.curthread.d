/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: curthread is a built-in variable.
 */
BEGIN
{
	curthread = NULL;
}
