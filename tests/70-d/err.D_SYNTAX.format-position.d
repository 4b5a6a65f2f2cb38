/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Arguments come in their order.
 */
BEGIN
{
	printf("%1$d\n", 1);
}

/* >>> output
[D_SYNTAX] line 7: printf(): cannot print "%1$d": arguments cannot be chosen by number
<<< */
