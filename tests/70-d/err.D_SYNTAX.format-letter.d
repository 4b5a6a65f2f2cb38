/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There is no conversion %z.
 */
BEGIN
{
	printf("%z\n", 1);
}

/* >>> output
[D_SYNTAX] line 7: printf(): cannot print "%z": there is no such conversion
<<< */
