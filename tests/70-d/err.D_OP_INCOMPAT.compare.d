/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string is compared with a string.
 */
BEGIN
{
	trace(execname == 1);
}
