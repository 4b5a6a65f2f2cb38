/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %Y prints a time of 8 bytes.
 */
BEGIN
{
	printf("%Y\n", 1);
}
