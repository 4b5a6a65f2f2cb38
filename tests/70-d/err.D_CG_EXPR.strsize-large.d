/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Strings that are longer than the runtime looks at are refused.
 */
#pragma D option strsize=8129

BEGIN
{
	this->s = "abc";
	exit(0);
}
