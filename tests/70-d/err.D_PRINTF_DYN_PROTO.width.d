/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printa() has no argument for *.
 */
BEGIN
{
	@a[1] = count();
	printa("%*d", @a);
}
