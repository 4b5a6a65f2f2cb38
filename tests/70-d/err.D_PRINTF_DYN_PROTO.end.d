/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A * takes an argument.
 */
BEGIN
{
	printf("%*d\n");
}
