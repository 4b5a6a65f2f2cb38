/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trace() prints an integer by its size: 8 and 4 bytes signed, 2
 * and 1 unsigned.
 */
BEGIN
{
	trace(1);
	trace("\n");
	trace(-1);
	trace("\n");
	trace(4294967295U);
	trace("\n");
	trace(-1LL);
	trace("\n");
	trace(18446744073709551615ULL);
	trace("\n");
	trace((short)-1);
	trace("\n");
	trace((unsigned short)65535);
	trace("\n");
	trace((char)-1);
	trace("\n");
	trace((char)65);
	trace("\n");
	trace(sizeof (int));
	trace("\n");
	exit(0);
}

/* >>> output
1
-1
-1
-1
-1
65535
65535
255
65
4
<<< */
