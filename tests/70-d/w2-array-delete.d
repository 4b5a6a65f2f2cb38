/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Assigning 0 frees an element, and room for another.
 * run: -x dynvarsize=160
 */
BEGIN
{
	a[1] = 1;
	a[2] = 2;
	a[1] = 0;
	a[3] = 3;
	a[2]--;
	a[2]--;
	a[4] = 4;
	trace(a[1]);
	trace(a[2]);
	trace(a[3]);
	trace(a[4]);
	trace("\n");
	exit(0);
}

/* >>> output
0034
<<< */
