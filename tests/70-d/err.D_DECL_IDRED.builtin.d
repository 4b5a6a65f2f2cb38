/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable cannot have a built-in one's name.
 */
int pid;

BEGIN
{
	trace(pid);
}
