/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %c is a character, %C and %S have what cannot be printed as in a
 * constant of C.
 */
BEGIN
{
	printf("%c%c%c\n", 'a', (char)98, (short)99);
	printf("%C %C %C %C\n", 'a', '\n', (char)1, '\\');
	printf("%S|%20S|%.3S|\n", "tab\there", "\r\n", "a\tbc");
	printf("%s\n", "tab\there");
	exit(0);
}

/* >>> output
abc
a \n \001 \\
tab\there|                \r\n|a\t|
tab	here
<<< */
