/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string cannot be cast to an integer.
 */
BEGIN
{
	trace((int)execname);
}
