/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A set of characters is closed.
 */
syscall::[ab:entry
{
	trace(1);
}
