/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An argument must be used.
 * args: 5
 */
BEGIN
{
	trace(1);
}
