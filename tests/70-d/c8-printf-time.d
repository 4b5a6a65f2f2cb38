/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %Y and %T are the local time of so many nanoseconds after 1970.
 */
BEGIN
{
	printf("%Y|%T\n", 0LL, 0LL);
	printf("%Y|%24Y|%-24Y|\n", 1700000000999999999LL,
	    1704067199000000000LL, 1704067200000000000LL);
	printf("%T|%40T|\n", 1700000000999999999LL, 1704067199000000000LL);
	printf("%Y\n", walltimestamp - walltimestamp);
	exit(0);
}

/* >>> output
1970 Jan  1 00:00:00|Thu, 01 Jan 1970 00:00:00 UTC
2023 Nov 14 22:13:20|    2023 Dec 31 23:59:59|2024 Jan  1 00:00:00    |
Tue, 14 Nov 2023 22:13:20 UTC|           Sun, 31 Dec 2023 23:59:59 UTC|
1970 Jan  1 00:00:00
<<< */
