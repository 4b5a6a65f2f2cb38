/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A speculation is an integer.
 */
BEGIN
{
	speculate("one");
}
