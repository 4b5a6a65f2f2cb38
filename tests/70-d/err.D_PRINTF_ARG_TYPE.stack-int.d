/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %k prints a stack.
 */
BEGIN
{
	printf("%k\n", 1LL);
}
