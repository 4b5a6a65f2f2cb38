/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trace() takes a value.
 */
BEGIN
{
	trace(exit(0));
}
