/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable of the kernel cannot be named.
 */
BEGIN
{
	trace(`jiffies);
}
