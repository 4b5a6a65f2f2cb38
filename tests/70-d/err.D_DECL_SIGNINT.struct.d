/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct has no sign.
 */
unsigned struct s {
	int a;
} *x;

BEGIN
{
	exit(0);
}
