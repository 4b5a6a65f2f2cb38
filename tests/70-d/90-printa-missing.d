/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key that an aggregation lacks is shown with 0.
 */
BEGIN
{
	@s["a"] = sum(1);
	@s["b"] = sum(2);
	@m["b"] = max(9);
	@m["c"] = max(8);
	printa("%s %@d %@d\n", @s, @m);
	exit(0);
}

/* >>> output
c 0 8
a 1 0
b 2 9
<<< */
