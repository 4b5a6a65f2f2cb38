/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A tuple of integers; keys of 8, 4, 2 and 1 bytes have widths of
 * their own.
 */
BEGIN
{
	@[1, 2LL, (short)3, (char)4] = count();
	@[1, 2LL, (short)3, (char)5] = count();
	@[1, 2LL, (short)3, (char)5] = count();
	exit(0);
}

/* >>> output
        1                2     3   4                1
        1                2     3   5                2
<<< */
