/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key must fit in the type of the first use.
 */
BEGIN
{
	@a[1] = count();
	@a[timestamp] = count();
}
