/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: void has no size and no sign.
 */
short void *x;

BEGIN
{
	exit(0);
}
