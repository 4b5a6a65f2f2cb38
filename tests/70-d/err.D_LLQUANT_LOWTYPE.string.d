/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The low magnitude is an integer.
 */
BEGIN
{
	@ = llquantize(1, 10, "0", 6, 10);
}
