/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: copyinstr() takes an address.
 */
BEGIN
{
	trace(copyinstr("abc"));
}
