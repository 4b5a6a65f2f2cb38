/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An integer variable takes no string.
 */
int n;

BEGIN
{
	n = "a";
}
