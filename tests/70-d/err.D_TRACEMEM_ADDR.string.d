/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An address is no string.
 */
BEGIN
{
	tracemem("text", 4);
}
