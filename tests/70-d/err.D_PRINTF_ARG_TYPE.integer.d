/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %d prints an integer.
 */
BEGIN
{
	printf("%d\n", "text");
}
