/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What a void * points to has no elements.
 */
BEGIN
{
	trace(((void *)arg0)[1]);
}
