/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A built-in variable can only be read.
 */
BEGIN
{
	pid = 1;
}
