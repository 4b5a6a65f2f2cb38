/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string cannot be cast to a pointer.
 */
BEGIN
{
	trace((char *)execname);
}
