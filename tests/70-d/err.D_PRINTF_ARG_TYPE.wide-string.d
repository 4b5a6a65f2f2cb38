/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %ls and %ws are for strings of wide characters, and D has none.
 */
BEGIN
{
	printf("%ls\n", "narrow");
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 7: printf(): argument 2 is of type string, which %ls cannot print: use %s
<<< */
