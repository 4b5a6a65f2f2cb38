/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: usym() takes an address.
 */
BEGIN
{
	usym("main");
}
