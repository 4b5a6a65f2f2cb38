/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: All uses have the same step.
 */
BEGIN
{
	@ = lquantize(1, 0, 10, 1);
	@ = lquantize(1, 0, 10, 2);
}
