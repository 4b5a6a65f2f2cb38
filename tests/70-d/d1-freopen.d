/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: freopen() sends the output to a file, with an empty name back.
 * What cannot be opened is an error, and the output stays where it is.
 * run: -x destructive
 */
BEGIN
{
	freopen("");
	printf("shown\n");
	freopen("/dev/%s", "null");
	printf("hidden\n");
	freopen("");
	printf("shown again\n");
	freopen("/nonexistent/%d", 5);
	printf("still shown\n");
	exit(0);
}

/* >>> output
shown
shown again
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): freopen("/nonexistent/5"): No such file or directory
still shown
<<< */
