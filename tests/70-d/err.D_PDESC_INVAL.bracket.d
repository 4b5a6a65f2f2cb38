/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A set of characters is closed.
 */
syscall::[ab:entry
{
	trace(1);
}

/* >>> output
[D_PDESC_INVAL] line 5: probe description syscall::[ab:entry: "[" needs a "]" in the same part
<<< */
