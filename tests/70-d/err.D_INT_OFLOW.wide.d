/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An integer fits into 64 bits.
 */
BEGIN
{
	trace(99999999999999999999999);
}

/* >>> output
[D_INT_OFLOW] line 7: 99999999999999999999999 is too large: the largest constants are 9223372036854775807 and 0xffffffffffffffff
<<< */
