/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: . wants a struct.
 */
BEGIN
{
	trace(pid.x);
}
