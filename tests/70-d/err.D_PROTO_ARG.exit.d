/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: exit() takes an integer.
 */
BEGIN
{
	exit("status");
}
