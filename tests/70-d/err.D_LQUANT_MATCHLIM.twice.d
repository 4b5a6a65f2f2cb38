/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The limit is the same at each use.
 */
BEGIN
{
	@ = lquantize(1, 0, 10);
	@ = lquantize(1, 0, 9);
}
