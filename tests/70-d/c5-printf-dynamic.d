/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A width or a precision of * takes an integer argument of its own,
 * of any size; a negative width is to the left.
 */
BEGIN
{
	w = 6LL;
	printf("%*d|%-*d|%*d|\n", 5, 1, 5, 2, -5, 3);
	printf("%.*s|%*.*s|\n", 2, "abcdef", w, (char)3, "abcdef");
	printf("%*s|%d\n", -w, "ab", 7);
	exit(0);
}

/* >>> output
    1|2    |3    |
ab|   abc|
ab    |7
<<< */
