/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %@d is for printa().
 */
BEGIN
{
	printf("%@d\n", 1);
}

/* >>> output
[D_PRINTF_AGG_CONV] line 7: printf(): %@d is for the value of an aggregation, which printa() prints
<<< */
