/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A stack of a process has at most 127 frames.
 */
BEGIN
{
	ustack(128);
}
