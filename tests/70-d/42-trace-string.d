/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trace() of strings prints them as they are.
 */
BEGIN
{
	trace("hello");
	trace(", ");
	trace("world");
	trace("\n");
	exit(0);
}

/* >>> output
hello, world
<<< */
