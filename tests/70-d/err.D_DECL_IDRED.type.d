/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable keeps its first type.
 */
int x;
char x;

BEGIN
{
	x = 1;
}
