/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The value of an aggregation is no string.
 */
BEGIN
{
	@a = count();
	printa("%@s", @a);
}

/* >>> output
[D_PRINTF_AGG_CONV] line 8: printa(): %@s: the value of an aggregation is a 64-bit integer: write %@d
<<< */
