/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: exit() cannot be speculative.
 */
BEGIN
{
	speculate(1);
	exit(0);
}
