/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: usym() takes one argument.
 */
BEGIN
{
	usym();
}
