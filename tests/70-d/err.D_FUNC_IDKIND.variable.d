/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable cannot be called.
 */
BEGIN
{
	pid(1);
}
