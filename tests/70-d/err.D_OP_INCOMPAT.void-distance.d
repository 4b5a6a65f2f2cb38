/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There is no number of elements between two void *.
 */
BEGIN
{
	trace((void *)arg1 - (void *)arg0);
}
