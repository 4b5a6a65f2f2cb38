/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Conversions of a command fit.
 */
BEGIN
{
	system("kill %d", "all");
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 7: system(): argument 2 is of type string, which %d cannot print: use %s
<<< */
