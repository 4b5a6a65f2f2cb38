/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Only a pointer can be followed.
 */
BEGIN
{
	trace(*pid);
}
