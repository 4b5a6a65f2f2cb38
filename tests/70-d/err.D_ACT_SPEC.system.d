/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What changes the system cannot be speculative.
 */
BEGIN
{
	speculate(1);
	system("true");
}
