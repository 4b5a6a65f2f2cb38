/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Each conversion has an argument.
 */
BEGIN
{
	printf("%d %d\n", 1);
}

/* >>> output
[D_PRINTF_ARG_PROTO] line 7: printf(): %d has no argument to print
<<< */
