/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A step is not larger than the range.
 */
BEGIN
{
	@ = lquantize(1, 0, 10, 11);
}
