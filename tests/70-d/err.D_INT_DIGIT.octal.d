/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: 8 is no digit of an octal number.
 */
BEGIN
{
	trace(018);
}
