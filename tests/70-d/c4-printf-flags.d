/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Flags, width and precision as in C, but that a precision of 0 is
 * none; a width of ? is that of a pointer.
 */
BEGIN
{
	printf("%5d|%-5d|%05d|%+d|% d|\n", 42, 42, 42, 42, 42);
	printf("%#x|%#o|%.5d|%8.3d|%-8.3d|\n", 255, 8, 42, 42, 42);
	printf("%10s|%-10s|%.2s|%10.2s|\n", "text", "text", "text", "text");
	printf("%?x|%-?x|%016x|\n", 4096, 4096, 4096);
	printf("%5c|%-5c|\n", 'a', 'a');
	printf("%'d\n", 1);
	printf("%.0s|%.s|%.*s|%.0d\n", "text", "text", 0, "text", 0);
	exit(0);
}

/* >>> output
   42|42   |00042|+42| 42|
0xff|010|00042|     042|042     |
      text|text      |te|        te|
            1000|1000            |0000000000001000|
    a|a    |
1
text|text|text|0
<<< */
