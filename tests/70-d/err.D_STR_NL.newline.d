/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string ends on its line.
 */
BEGIN
{
	trace("one
two");
}
