/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string is equal to NULL or not; it is not less.
 */
BEGIN
{
	trace(probename < NULL);
}
