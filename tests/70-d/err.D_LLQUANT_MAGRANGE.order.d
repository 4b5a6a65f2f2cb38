/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The low magnitude is below the high one.
 */
BEGIN
{
	@ = llquantize(1, 10, 3, 1, 10);
}
