/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The number of an argument is not that large.
 */
BEGIN
{
	trace($99999999999);
}
