/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program that requires an older version of D can use the names of
 * newer functions for its variables; the libraries use these functions.
 */
#pragma D option version=1.0
int strstr, print[int];
inline int json = 3;

BEGIN
{
	strstr = 1;
	print[1] = 2;
	printf("%d %d %d %s\n", strstr, print[1], json, basename("a/b"));
	printf("%d\n", strlen(curpsinfo->pr_fname) != 0);
	exit(0);
}

/* >>> output
1 2 3 b
1
<<< */
