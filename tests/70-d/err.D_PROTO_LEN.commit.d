/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: commit() has one argument.
 */
BEGIN
{
	commit();
}
