/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printf() takes a format.
 */
BEGIN
{
	printf();
}
