/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A command says something.
 */
BEGIN
{
	system("");
}
