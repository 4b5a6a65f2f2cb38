/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key is any expression; the same value is the same key.
 */
BEGIN
{
	x = 20;
	@[x + 1, "a"] = count();
	@[42 / 2, "a"] = count();
	@[x << 1, "a"] = count();
	exit(0);
}

/* >>> output
       40  a                                                                 1
       21  a                                                                 2
<<< */
