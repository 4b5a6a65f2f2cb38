/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: aggsortkey comes before aggsortpos.
 */
#pragma D option aggsortpos=1
#pragma D option aggsortkey
#pragma D option aggsortrev

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
b            1    20
a            3    10
<<< */
