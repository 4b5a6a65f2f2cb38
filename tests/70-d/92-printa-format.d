/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The conversions of printa() for keys and values.
 */
BEGIN
{
	@[255, "str", 3LL] = sum(-5);
	printa("%d|%5s|%-4d|%@d|\n", @);
	printa("%x|%-6s|%04d|%@8d|%%\n", @);
	printa("%o %s %u %@i\n", @);
	printa("%+d %.2s %d %@-6d|\n", @);
	printa("%4d %12@d|\n", @);
	printa("%d\n", @);
	printa("text\n", @);
	exit(0);
}

/* >>> output
255|  str|3   |-5|
ff|str   |0003|      -5|%
377 str 3 -5
+255 st 3 -5    |
 255           -5|
255
text
<<< */
