/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A declaration gives no value.
 */
int x = 5;

BEGIN
{
	trace(x);
}
