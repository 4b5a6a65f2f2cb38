/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: speculation() has no arguments.
 */
BEGIN
{
	x = speculation(1);
}
