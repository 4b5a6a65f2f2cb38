/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string that no record could hold is refused, be it recorded or
 * not.
 */
#pragma D option strsize=65537

BEGIN
{
	this->s = "abc";
	exit(0);
}
