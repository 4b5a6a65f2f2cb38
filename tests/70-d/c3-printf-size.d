/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The size prefixes h, l and ll go with integers of that size, and
 * the letter then says the sign.
 */
BEGIN
{
	printf("%hd %hi %hu %ho %hx %hX\n", (short)-1, (short)-2,
	    (short)-1, (short)-1, (short)-1, (short)-1);
	printf("%hd\n", (unsigned short)65535);
	printf("%ld %li %lu\n", -1L, -2L, -1L);
	printf("%lo %lx %lX\n", 8L, 255L, 255L);
	printf("%lld %lli %llu\n", -1LL, -2LL, -1LL);
	printf("%llo %llx %llX\n", 8LL, 255LL, 255LL);
	printf("%lld\n", 18446744073709551615ULL);
	exit(0);
}

/* >>> output
-1 -2 65535 177777 ffff FFFF
-1
-1 -2 18446744073709551615
10 ff FF
-1 -2 18446744073709551615
10 ff FF
-1
<<< */
