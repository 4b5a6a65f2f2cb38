/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A format is a string constant.
 */
BEGIN
{
	printf(1);
}
