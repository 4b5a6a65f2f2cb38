/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %a prints an address, %k a stack.
 */
BEGIN
{
	printf("%a\n", stack());
}
