/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A stack is printed by %k only.
 */
BEGIN
{
	printf("%A", ustack());
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 7: printf(): argument 2 is ustack(), which %A cannot print: use %k
<<< */
