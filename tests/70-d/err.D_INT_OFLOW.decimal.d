/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A decimal without u is signed, and must fit.
 */
BEGIN
{
	trace(9223372036854775808);
}
