/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: aggsortrev reverses the order of values, and of the keys of
 * equal ones.
 */
#pragma D option aggsortrev

BEGIN
{
	@["b"] = sum(2);
	@["a"] = sum(3);
	@["c"] = sum(1);
	@["d"] = sum(2);
	exit(0);
}

/* >>> output
  a                                                                 3
  d                                                                 2
  b                                                                 2
  c                                                                 1
<<< */
