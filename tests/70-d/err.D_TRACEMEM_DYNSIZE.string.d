/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: How much is shown is an integer.
 */
BEGIN
{
	tracemem(0, 4, "4");
}

/* >>> output
[D_TRACEMEM_DYNSIZE] line 7: argument 3 of tracemem() must be an integer, a number of bytes
<<< */
