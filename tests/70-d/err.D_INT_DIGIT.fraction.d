/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are no fractions.
 */
BEGIN
{
	trace(1.5);
}
