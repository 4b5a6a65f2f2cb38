/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The declaration of an array has the types of its keys.
 */
int a[];

BEGIN
{
	exit(0);
}
