/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The words of a type must go together.
 */
unsigned float x;

BEGIN
{
	x = 1;
}
