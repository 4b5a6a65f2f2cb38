/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Something is recorded.
 */
BEGIN
{
	tracemem(0, 0);
}

/* >>> output
[D_TRACEMEM_SIZE] line 7: argument 2 of tracemem() must be a constant number of bytes, from 1 to 65535
<<< */
