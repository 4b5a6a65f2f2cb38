/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %s takes a string, not the address of one.
 */
BEGIN
{
	printf("%s", (char *)arg0);
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 7: printf(): argument 2 is of type char *, which %s cannot print: use %p, or stringof() for a string that it points to
<<< */
