/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %k prints a stack.
 */
BEGIN
{
	printf("%k\n", 1LL);
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 7: printf(): argument 2 is of type long long, which %k cannot print
<<< */
