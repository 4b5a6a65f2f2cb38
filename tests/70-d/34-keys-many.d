/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Ten keys in one tuple.
 */
BEGIN
{
	@[0, 1, 2, 3, 4, 5, 6, 7, 8, 9] = count();
	exit(0);
}

/* >>> output
        0        1        2        3        4        5        6        7        8        9                1
<<< */
