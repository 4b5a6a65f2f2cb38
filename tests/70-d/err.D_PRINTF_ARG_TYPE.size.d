/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %ld prints an integer of 8 bytes.
 */
BEGIN
{
	printf("%ld\n", 1);
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 7: printf(): argument 2 is of type int, which %ld cannot print: use %d, which prints integers of any size
<<< */
