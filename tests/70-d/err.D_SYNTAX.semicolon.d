/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Statements are separated by semicolons.
 */
BEGIN
{
	trace(1) trace(2);
}
