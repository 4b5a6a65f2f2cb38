/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A command says something.
 */
BEGIN
{
	system("");
}

/* >>> output
[D_PRINTF_FMT_EMPTY] line 7: system(): the format is empty
<<< */
