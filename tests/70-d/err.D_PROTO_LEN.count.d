/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: count() takes no argument.
 */
BEGIN
{
	@ = count(1);
}
