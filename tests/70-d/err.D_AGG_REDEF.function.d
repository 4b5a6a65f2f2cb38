/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable has one aggregating function.
 */
BEGIN
{
	@a = count();
	@a = sum(1);
}
