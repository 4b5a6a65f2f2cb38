/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A function must exist.
 */
BEGIN
{
	nosuchfunction(1);
}
