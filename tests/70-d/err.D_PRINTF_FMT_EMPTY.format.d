/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A format is not empty.
 */
BEGIN
{
	@a[1] = count();
	printa("", @a);
}
