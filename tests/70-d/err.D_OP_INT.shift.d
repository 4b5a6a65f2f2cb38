/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Only integers can be shifted.
 */
BEGIN
{
	trace("a" << 1);
}
