/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are no other macro variables.
 */
BEGIN
{
	trace($nothing);
}
