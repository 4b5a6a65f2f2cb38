/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A macro argument must be given.
 */
BEGIN
{
	trace($1);
}
