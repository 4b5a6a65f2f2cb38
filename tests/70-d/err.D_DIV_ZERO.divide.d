/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A constant must not be divided by a constant zero.
 */
BEGIN
{
	trace(1 / 0);
}
