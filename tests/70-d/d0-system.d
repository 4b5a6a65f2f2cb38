/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: system() runs a command, in the order of the output.
 * run: -x destructive
 */
BEGIN
{
	printf("before\n");
	system("echo %d %s", 1, "two");
	printf("between\n");
	system("exit 3");
	system("printf '%s\\n' three", "%s");
	printf("after\n");
	exit(0);
}

/* >>> output
before
1 two
between
three
after
<<< */
