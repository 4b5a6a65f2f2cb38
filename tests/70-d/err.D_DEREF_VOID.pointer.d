/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A pointer to void must be cast before it is followed.
 */
BEGIN
{
	trace(*(void *)arg0);
}
