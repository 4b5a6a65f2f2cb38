/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: How much is recorded is known in advance.
 */
BEGIN
{
	tracemem(0, pid);
}

/* >>> output
[D_TRACEMEM_SIZE] line 7: argument 2 of tracemem() must be a constant number of bytes, from 1 to 65535
<<< */
