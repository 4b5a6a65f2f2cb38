/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A decimal without u is signed, and must fit.
 */
BEGIN
{
	trace(9223372036854775808);
}

/* >>> output
[D_INT_OFLOW] line 7: 9223372036854775808 is too large: the largest constants are 9223372036854775807 and 0xffffffffffffffff
<<< */
