/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A stack of a process has at least one frame.
 */
BEGIN
{
	ustack(0);
}
