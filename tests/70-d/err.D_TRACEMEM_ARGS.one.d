/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: tracemem() takes an address and a size.
 */
BEGIN
{
	tracemem(0);
}

/* >>> output
[D_TRACEMEM_ARGS] line 7: tracemem() takes 2 or 3 arguments, but 1 is given
<<< */
