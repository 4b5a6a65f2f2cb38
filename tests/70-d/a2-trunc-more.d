/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trunc() with more than there is keeps everything.
 */
BEGIN
{
	@["a"] = sum(1);
	trunc(@, 10);
	exit(0);
}

/* >>> output
  a                                                                 1
<<< */
