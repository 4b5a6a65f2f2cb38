/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: tracemem() takes an address and a size.
 */
BEGIN
{
	tracemem(0);
}
