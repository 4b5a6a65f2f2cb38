/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: // starts no comment.
 */
BEGIN
{
	trace(1); // no
}
