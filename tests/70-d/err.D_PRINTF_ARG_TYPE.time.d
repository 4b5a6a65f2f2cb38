/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %Y prints a time of 8 bytes.
 */
BEGIN
{
	printf("%Y\n", 1);
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 7: printf(): argument 2 is of type int, which %Y cannot print
<<< */
