/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: strtoll() is the number that a string begins with, to base 10
 * unless another one is given; 0x counts to base 16 only.
 */
#pragma D option quiet

int base;

BEGIN
{
	base = 36;
	printf("%d %d %d\n", strtoll("12j"), strtoll(" \t-7"), strtoll(""));
	printf("%d %d\n", strtoll("0x20", 16), strtoll("0x20"));
	printf("%d %d\n", strtoll("010", 8), strtoll("102", 2));
	printf("%d\n", strtoll("-0DTrace4EverZ", base));
	printf("%d\n", strtoll("1000000000000000000000", 8));
	printf("%d\n", strtoll(lltostr(-9223372036854775807)));
	exit(strtoll("0"));
}

/* >>> output
12 -7 0
32 0
8 2
-1819882045752187535
-9223372036854775808
-9223372036854775807
<<< */
