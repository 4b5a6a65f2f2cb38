/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A symbol is not printed as a number.
 */
BEGIN
{
	printf("%d", usym(arg1));
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 7: printf(): argument 2 is usym(), which %d cannot print: use %a or %A
<<< */
