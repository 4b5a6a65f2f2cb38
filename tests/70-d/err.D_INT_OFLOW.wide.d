/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An integer fits into 64 bits.
 */
BEGIN
{
	trace(99999999999999999999999);
}
