/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The high magnitude is constant.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, pid, 10);
}
