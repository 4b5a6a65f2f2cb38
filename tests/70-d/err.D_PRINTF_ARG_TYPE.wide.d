/* SPDX-License-Identifier: MIT */
/* ASSERTION: A wide character has 4 bytes. */
BEGIN
{
	printf("%wc\n", (char)65);
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 5: printf(): argument 2 is of type char, which %wc cannot print
<<< */
