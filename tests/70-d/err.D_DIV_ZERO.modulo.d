/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Nor may its remainder be taken.
 */
BEGIN
{
	x = 5;
	trace(x % 0);
}
