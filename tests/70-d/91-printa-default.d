/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printa() without a format prints as at the end, and only once.
 */
BEGIN
{
	@["x", 1] = count();
	@other = count();
	printa(@);
	exit(0);
}

/* >>> output

  x                                                         1                1
                1
<<< */
