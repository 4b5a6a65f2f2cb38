/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: strlen() takes a string.
 */
BEGIN
{
	trace(strlen(12));
}
