/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What a * takes is an integer.
 */
BEGIN
{
	printf("%*d\n", "5", 1);
}

/* >>> output
[D_PRINTF_DYN_TYPE] line 7: printf(): argument 2 is a width and must be an integer
<<< */
