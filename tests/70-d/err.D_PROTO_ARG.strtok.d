/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: strtok() takes a string, or 0 to go on with the one before.
 */
BEGIN
{
	trace(strtok(1, ","));
}
