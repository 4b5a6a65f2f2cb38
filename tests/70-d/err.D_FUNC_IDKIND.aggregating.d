/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregating function stands to the right of @name =.
 */
BEGIN
{
	count();
}
