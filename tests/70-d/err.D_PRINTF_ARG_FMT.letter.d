/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There is no conversion %z.
 */
BEGIN
{
	printf("%z\n", 1);
}

/* >>> output
[D_PRINTF_ARG_FMT] line 7: printf(): cannot print "%z": there is no such conversion
<<< */
