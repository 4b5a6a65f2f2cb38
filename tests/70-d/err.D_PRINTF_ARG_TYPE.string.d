/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A conversion fits its key.
 */
BEGIN
{
	@a[1] = count();
	printa("%s %@d\n", @a);
}
