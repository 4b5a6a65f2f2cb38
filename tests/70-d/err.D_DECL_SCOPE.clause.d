/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A clause declares this and self variables only.
 */
BEGIN
{
	int x;
}
