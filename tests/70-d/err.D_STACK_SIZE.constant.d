/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The number of frames is a constant.
 */
BEGIN
{
	x = 3;
	stack(x);
}
