/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A format says something.
 */
BEGIN
{
	printf("");
}

/* >>> output
[D_PRINTF_FMT_EMPTY] line 7: printf(): the format is empty
<<< */
