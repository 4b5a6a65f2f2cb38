/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An element has a key.
 */
BEGIN
{
	a[] = 1;
}
