/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A name must be a variable when it is read.
 */
BEGIN
{
	trace(never_assigned);
}
