/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %s takes a string or a pointer to characters.
 */
BEGIN
{
	printf("%s", (int *)arg0);
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 7: printf(): argument 2 is of type int *, which %s cannot print: use %p, or stringof() for a string that it points to
<<< */
