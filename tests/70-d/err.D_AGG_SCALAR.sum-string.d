/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What is added must be a number.
 */
BEGIN
{
	@ = sum("text");
}
