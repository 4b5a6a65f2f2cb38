/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string is cut at strsize, the last byte of which is NUL.
 */
#pragma D option strsize=16

BEGIN
{
	trace("0123456789abcdefgh");
	trace("\n");
	@["abcdefghijklmnopq"] = count();
	@["abcdefghijklmnoxyz"] = count();
	exit(0);
}

/* >>> output
0123456789abcde
  abcdefghijklmno                                                   2
<<< */
