/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A conversion has a letter.
 */
BEGIN
{
	@a[1] = count();
	printa("%", @a);
}
