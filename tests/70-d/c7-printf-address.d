/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %p is hexadecimal; %a is the symbol of a kernel address and %A of
 * one of the user, in hexadecimal where there is none. Both take any integer.
 */
BEGIN
{
	printf("%p %p %20p|\n", 4096, 18446744073709551615ULL, 255);
	printf("%a %A %20a|\n", 16LL, 4096LL, 17LL);
	printf("%a %A %a\n", 18, (short)19, (unsigned char)20);
	exit(0);
}

/* >>> output
1000 ffffffffffffffff                   ff|
0x10 0x1000                 0x11|
0x12 0x13 0x14
<<< */
