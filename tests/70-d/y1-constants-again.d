/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program may define a constant that a library has, if it gives it
 * the same value.
 */
inline int AF_INET = 2;
inline int SIGKILL = 4 + 5;
inline int KILLED = SIGKILL;

BEGIN
{
	printf("%d %d %d %d\n", AF_INET, PF_INET, SIGKILL, KILLED);
	exit(0);
}

/* >>> output
2 2 9 9
<<< */
