/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printf() prints what its format says and nothing else; % stands
 * for itself when doubled.
 */
BEGIN
{
	printf("no argument, 100%%\n");
	printf("%d", 1);
	printf("%d %s %d\n", 2, "text", 3LL);
	printf("tab\tquote\" backslash\\ \x41\101\n");
	exit(0);
}

/* >>> output
no argument, 100%
12 text 3
tab	quote" backslash\ AA
<<< */
