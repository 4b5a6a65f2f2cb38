/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Each argument has a conversion.
 */
BEGIN
{
	printf("%d\n", 1, 2);
}
