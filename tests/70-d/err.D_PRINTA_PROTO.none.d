/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printa() takes an aggregation.
 */
BEGIN
{
	printa("text");
}
