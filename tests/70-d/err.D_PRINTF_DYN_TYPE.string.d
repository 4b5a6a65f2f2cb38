/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What a * takes is an integer.
 */
BEGIN
{
	printf("%*d\n", "5", 1);
}
