/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The base is below the limit.
 */
BEGIN
{
	@ = lquantize(1, 10, 5);
}
