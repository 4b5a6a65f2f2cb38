/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: aggsortrev reverses the order of the variables too.
 */
#pragma D option aggsortrev

BEGIN
{
	@first["x"] = sum(1);
	@second["x"] = sum(2);
	exit(0);
}

/* >>> output
  x                                                                 2
  x                                                                 1
<<< */
