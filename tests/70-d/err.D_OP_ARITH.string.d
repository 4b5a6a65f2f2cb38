/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Strings cannot be added.
 */
BEGIN
{
	trace(execname + 1);
}
