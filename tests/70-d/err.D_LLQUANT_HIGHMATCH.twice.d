/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The high magnitude is the same at each use.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 6, 10);
	@ = llquantize(1, 10, 0, 5, 10);
}
