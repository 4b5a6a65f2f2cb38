/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Nothing can be cast to a pointer.
 */
BEGIN
{
	trace((char *)1);
}
