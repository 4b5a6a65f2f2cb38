/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Each conversion has an argument.
 */
BEGIN
{
	printf("%d %d\n", 1);
}
