/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: As in C, a program may take the address after the last element of
 * an array, with a constant index or a computed one.
 */
int a[5], n;
struct { int b[3]; } s;

BEGIN
{
	n = 5;
	a[4] = 7;
	p = &a[5];
	printf("%d %d %d\n", p - a, p - &a[n], *(p - 1));
	printf("%d %d\n", &s.b[3] - &s.b[0], &a[a[4] - 7] == a);
	exit(0);
}

/* >>> output
5 0 7
3 1
<<< */
