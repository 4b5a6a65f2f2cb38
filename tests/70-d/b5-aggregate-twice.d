/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The same key reached from several variables and types is one
 * entry.
 */
BEGIN
{
	x = 5;
	@[x] = count();
	@[5] = count();
	@[2 + 3] = count();
	@[(int)5LL] = count();
	exit(0);
}

/* >>> output
        5                4
<<< */
