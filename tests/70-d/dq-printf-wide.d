/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %lc and %wc print a character of Unicode as UTF-8, and the one that
 * stands for a wrong one where it is none.
 */
BEGIN
{
	printf("%lc%lc %wc %wc %wc\n", 'a', 228, 0x7ff, 0x20ac, 0x1f600);
	printf("%5lc|%-5wc|%*lc|\n", 'a', 'b', 3, 'c');
	printf("%lc %lc %wc\n", 0xd800, 0x110000, -1);
	exit(0);
}

/* >>> output
aä ߿ € 😀
    a|b    |  c|
� � �
<<< */
