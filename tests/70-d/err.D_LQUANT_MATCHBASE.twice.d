/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: All uses have the same base.
 */
BEGIN
{
	@ = lquantize(1, 0, 10);
	@ = lquantize(1, 1, 10);
}
