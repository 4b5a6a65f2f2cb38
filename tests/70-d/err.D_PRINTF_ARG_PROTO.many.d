/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A format has no more conversions than there are keys.
 */
BEGIN
{
	@a[1] = count();
	printa("%d %d %@d\n", @a);
}
