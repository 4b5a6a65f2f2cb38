/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The number of steps is constant.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 6, pid);
}
