/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printa() takes aggregations.
 */
BEGIN
{
	printa("%d\n", 5);
}
