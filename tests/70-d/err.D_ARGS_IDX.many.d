/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: args[] has one index.
 */
BEGIN
{
	trace(args[0, 1]);
}
