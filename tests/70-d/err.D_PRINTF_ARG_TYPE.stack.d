/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %a prints an address, %k a stack.
 */
BEGIN
{
	printf("%a\n", stack());
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 7: printf(): argument 2 is stack(), which %a cannot print: use %k
<<< */
