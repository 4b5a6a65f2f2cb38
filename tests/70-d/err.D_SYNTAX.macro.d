/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An argument that is no token must be taken as a string.
 * args: 'two words'
 */
BEGIN
{
	trace($1);
}
