/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: How much is recorded is known in advance.
 */
BEGIN
{
	tracemem(0, pid);
}
