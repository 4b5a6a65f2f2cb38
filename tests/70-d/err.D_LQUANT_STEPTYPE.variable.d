/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The step is constant.
 */
BEGIN
{
	@ = lquantize(1, 0, 10, pid);
}
