/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The size of the strings of jstack() is a constant.
 */
BEGIN
{
	jstack(3, pid);
}
