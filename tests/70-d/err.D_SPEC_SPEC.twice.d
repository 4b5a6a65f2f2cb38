/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A clause speculates once.
 */
BEGIN
{
	speculate(1);
	speculate(2);
}
