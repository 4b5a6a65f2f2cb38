/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct is neither long nor short.
 */
long struct s {
	int a;
} *x;

BEGIN
{
	exit(0);
}
