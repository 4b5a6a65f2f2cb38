/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trunc() takes an aggregation.
 */
BEGIN
{
	trunc();
}

/* >>> output
[D_TRUNC_PROTO] line 7: trunc() takes 1 or 2 arguments, but 0 are given
<<< */
