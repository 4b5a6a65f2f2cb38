/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A cast of an array to a pointer, and an array of one element, have
 * no bounds.
 */
struct tail { int n, a[1]; };
int a[5];

BEGIN
{
	a[4] = 7;
	i = 8;
	this->t = (struct tail *)alloca(4 * sizeof (int));
	this->t->a[2] = 9;
	printf("%d %d %d\n", a[i / 2], ((int *)a + 7)[-3], this->t->a[2]);
	exit(0);
}

/* >>> output
7 7 9
<<< */
