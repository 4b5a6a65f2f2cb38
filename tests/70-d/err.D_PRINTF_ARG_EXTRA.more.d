/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Each argument has a conversion.
 */
BEGIN
{
	printf("%d\n", 1, 2);
}

/* >>> output
[D_PRINTF_ARG_EXTRA] line 7: printf(): argument 3 has no conversion in the format
<<< */
