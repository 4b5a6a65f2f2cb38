/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: aggsortpos says whose value printa() sorts by.
 */
#pragma D option aggsortpos=1

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
c            2     5
a            3    10
b            1    20
<<< */
