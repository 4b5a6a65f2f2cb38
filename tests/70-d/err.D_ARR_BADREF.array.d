/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array has no value of its own.
 */
BEGIN
{
	a[1] = 1;
	trace(a);
}
