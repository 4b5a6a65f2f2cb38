/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: exit() takes one argument.
 */
BEGIN
{
	exit();
}
