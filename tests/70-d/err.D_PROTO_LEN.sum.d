/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: sum() takes an argument.
 */
BEGIN
{
	@ = sum();
}
