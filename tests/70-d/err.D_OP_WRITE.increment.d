/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A built-in variable cannot be counted up.
 */
BEGIN
{
	timestamp++;
}
