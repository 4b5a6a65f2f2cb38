/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: 8 is no digit of an octal number.
 */
BEGIN
{
	trace(018);
}

/* >>> output
[D_INT_DIGIT] line 7: 018 is not an integer: write decimal digits, 0 and octal digits, or 0x and hexadecimal digits, then u, l or ll if needed
<<< */
