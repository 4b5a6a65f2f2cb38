/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: speculate() stands before what records.
 */
BEGIN
{
	trace(1);
	speculate(1);
}
