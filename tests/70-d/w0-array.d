/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Arrays by any tuple of integers and strings; what was never
 * assigned is 0; the tuple's order and every part of it count.
 */
int declared[string, int];

BEGIN
{
	a[1] = 5;
	a[-1] = 6;
	a[1LL << 40] = 7;
	trace(a[1]);
	trace(a[-1]);
	trace(a[1LL << 40]);
	trace(a[2]);
	trace(" ");
	declared["x", 1] = 10;
	declared["x", 2] = 20;
	declared["xy", 1] = 30;
	declared["", 1] = 40;
	trace(declared["x", 1] + declared["x", 2]);
	trace(" ");
	trace(declared["xy", 1]);
	trace(" ");
	trace(declared["", 1]);
	trace(declared["y", 1]);
	trace(" ");
	mixed["a", 1, "b", 2, execname == "none"] = 1;
	mixed["b", 1, "a", 2, 0] = 2;
	trace(mixed["a", 1, "b", 2, 0]);
	trace(mixed["b", 1, "a", 2, 0]);
	trace(mixed["ab", 1, "", 2, 0]);
	trace("\n");
	exit(0);
}

/* >>> output
5670 30 30 400 120
<<< */
