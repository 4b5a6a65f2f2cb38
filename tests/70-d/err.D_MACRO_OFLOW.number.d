/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The number of an argument is not that large.
 */
BEGIN
{
	trace($99999999999);
}

/* >>> output
[D_MACRO_OFLOW] line 7: macro argument $99999999999 is not defined: its number is too large
<<< */
