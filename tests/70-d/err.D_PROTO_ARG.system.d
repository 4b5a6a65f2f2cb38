/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A command is a format.
 */
BEGIN
{
	system(pid);
}
