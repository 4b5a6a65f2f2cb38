/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: aggtop leaves but the largest entries of each aggregation, in the
 * order that was asked for, and says how many there were; a printa() with a
 * format prints all.
 */
#pragma D option aggtop=2
#pragma D option aggsortkey

BEGIN
{
	@a["x"] = sum(5);
	@a["y"] = sum(7);
	@a["z"] = sum(-7);
	@a["w"] = sum(1);
	@b["y"] = sum(1);
	@c["x"] = count();
	exit(0);
}

END
{
	printa(@a);
	printa("%s %@d %@d\n", @a, @b);
	printa(@b, @a);
	setopt("aggtop", "1");
	printa(@a, @b);
	setopt("aggtop", "3");
	@["v"] = sum(1);
	@["w"] = sum(2);
	@["x"] = sum(3);
	@["y"] = sum(4);
}

/* >>> output

  x                                                                 5
  y                                                                 7
  @a: 2 more that option aggtop leaves out
w 1 0
x 5 0
y 7 1
z -7 0

  y                                                                 1                7
  z                                                                 0               -7
  @b: 2 more that option aggtop leaves out

  y                                                                 7                1
  @a: 3 more that option aggtop leaves out
  x                                                                 1
  w                                                                 2
  x                                                                 3
  y                                                                 4
  @: 1 more that option aggtop leaves out
<<< */
