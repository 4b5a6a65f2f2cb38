/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A declaration declares a variable.
 */
int;

BEGIN
{
	trace(1);
}
