/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: rand() gives an integer that is not negative, each time another.
 */
#pragma D option aggsortkey

BEGIN
{
	a = rand();
	b = rand();
	c = rand();
	@["less"] = sum((a < 0) + (b < 0) + (c < 0));
	@["same"] = sum(a == b && b == c);
	@["size"] = sum(sizeof (a));
	exit(0);
}

/* >>> output
  less                                                              0
  same                                                              0
  size                                                              4
<<< */
