/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: void has no size.
 */
BEGIN
{
	trace(sizeof (void));
}
