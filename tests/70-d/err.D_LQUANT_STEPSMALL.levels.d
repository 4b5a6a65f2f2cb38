/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are at most 65535 levels.
 */
BEGIN
{
	@ = lquantize(1, 0, 65536);
}
