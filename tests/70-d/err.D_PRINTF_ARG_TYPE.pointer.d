/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %s takes a string, not the address of one.
 */
BEGIN
{
	printf("%s", (char *)arg0);
}
