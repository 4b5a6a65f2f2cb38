/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %d prints an integer by its type's sign, %i as a signed one (as in
 * C, an unsigned one shorter than an int keeps its value), %u %o %x %X its bits;
 * each knows the size of its argument.
 */
BEGIN
{
	printf("%d %i\n", -5, -6);
	printf("%d %d\n", 4294967295U, 18446744073709551615ULL);
	printf("%i %i\n", 4294967295U, 18446744073709551615ULL);
	printf("%i %i\n", (unsigned char)-1, (unsigned short)-2);
	printf("%d %d %d\n", (char)-1, (short)-2, -3LL);
	printf("%d %d\n", (unsigned char)-1, (unsigned short)-2);
	printf("%u %u %u %u\n", (char)-1, (short)-1, -1, -1LL);
	printf("%x %x %x %x\n", (char)-1, (short)-1, -1, -1LL);
	printf("%X %o %o\n", 48879, 8, (char)-1);
	printf("%d %x\n", -9223372036854775807 - 1, -9223372036854775807 - 1);
	exit(0);
}

/* >>> output
-5 -6
4294967295 18446744073709551615
-1 -1
255 65534
-1 -2 -3
255 65534
255 65535 4294967295 18446744073709551615
ff ffff ffffffff ffffffffffffffff
BEEF 10 377
-9223372036854775808 8000000000000000
<<< */
