/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Members have an offset, integers have no members.
 */
BEGIN
{
	trace(offsetof(int, x));
}
