/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: With defaultargs a missing argument is 0 or the empty string.
 * run: -x defaultargs
 */
BEGIN
{
	trace($5);
	trace($$5 == "");
	trace("\n");
	exit(0);
}

/* >>> output
01
<<< */
