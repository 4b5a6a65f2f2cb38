/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %d prints an integer.
 */
BEGIN
{
	printf("%d\n", "text");
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 7: printf(): argument 2 is of type string, which %d cannot print: use %s
<<< */
