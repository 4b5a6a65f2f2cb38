/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The factor is constant.
 */
BEGIN
{
	@ = llquantize(1, pid, 0, 6, 10);
}
