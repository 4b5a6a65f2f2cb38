/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: How much is shown is an integer.
 */
BEGIN
{
	tracemem(0, 4, "4");
}
