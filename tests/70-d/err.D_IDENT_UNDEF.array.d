/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array that is read is declared or assigned before.
 */
BEGIN
{
	trace(a[1]);
}
