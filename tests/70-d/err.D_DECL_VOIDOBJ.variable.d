/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable is not void.
 */
void x;

BEGIN
{
	trace(1);
}
