/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An element for which there is no room is a dynamic drop.
 * run: -x dynvarsize=160
 */
BEGIN
{
	a[1] = 1;
	a[2] = 2;
	a[3] = 3;
	a[1] = 5;
	a[4]++;
	trace(a[1]);
	trace(a[2]);
	trace(a[3]);
	trace(a[4]);
	trace("\n");
	exit(0);
}

/* >>> output
2 dynamic variable drops
5200
<<< */
