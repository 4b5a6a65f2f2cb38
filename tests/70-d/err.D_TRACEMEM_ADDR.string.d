/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An address is no string.
 */
BEGIN
{
	tracemem("text", 4);
}

/* >>> output
[D_TRACEMEM_ADDR] line 7: argument 1 of tracemem() must be an address
<<< */
