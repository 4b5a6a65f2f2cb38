/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A * takes an argument.
 */
BEGIN
{
	printf("%*d\n");
}

/* >>> output
[D_PRINTF_DYN_PROTO] line 7: printf(): * in the format has no argument for the width
<<< */
