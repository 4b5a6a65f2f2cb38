/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Globals are shared by all clauses and begin as 0.
 */
int late;

BEGIN
{
	trace(late);
	trace(" ");
	n = 40;
}

BEGIN
{
	n += 2;
	late = n;
	trace(n);
	exit(0);
}

END
{
	trace(" ");
	trace(late);
	trace("\n");
}

/* >>> output
0 42 42
<<< */
