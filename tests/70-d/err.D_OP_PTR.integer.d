/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: -> wants a pointer.
 */
BEGIN
{
	trace(pid->x);
}
