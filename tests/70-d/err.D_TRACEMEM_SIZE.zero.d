/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Something is recorded.
 */
BEGIN
{
	tracemem(0, 0);
}
