/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printa() of two aggregations prints a line for each key, by the
 * first value.
 */
BEGIN
{
	@s["a"] = sum(3);
	@m["a"] = max(10);
	@s["b"] = sum(1);
	@m["b"] = max(20);
	@s["c"] = sum(2);
	@m["c"] = max(5);
	exit(0);
}

END
{
	printa("%-8s %@5d %@5d\n", @s, @m);
}

/* >>> output
b            1    20
c            2     5
a            3    10
<<< */
