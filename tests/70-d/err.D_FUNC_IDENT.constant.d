/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Only a name can be called.
 */
BEGIN
{
	1(2);
}
