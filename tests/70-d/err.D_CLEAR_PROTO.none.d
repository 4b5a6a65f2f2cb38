/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: clear() takes one aggregation.
 */
BEGIN
{
	clear();
}

/* >>> output
[D_CLEAR_PROTO] line 7: clear() takes 1 argument, but 0 are given
<<< */
