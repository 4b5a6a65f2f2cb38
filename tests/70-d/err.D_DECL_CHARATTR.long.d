/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A char is neither long nor short.
 */
char long x;

BEGIN
{
	exit(0);
}
