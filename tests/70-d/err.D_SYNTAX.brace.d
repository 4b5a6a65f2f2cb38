/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A clause ends with a brace.
 */
BEGIN
{
	trace(1);
