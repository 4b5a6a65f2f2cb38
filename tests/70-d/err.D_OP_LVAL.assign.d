/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A constant cannot be assigned to.
 */
BEGIN
{
	5 = 6;
}
