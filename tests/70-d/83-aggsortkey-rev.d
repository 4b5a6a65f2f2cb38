/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: aggsortkey and aggsortrev together print by key backwards.
 */
#pragma D option aggsortkey
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
  d                                                                 2
  c                                                                 1
  b                                                                 2
  a                                                                 3
<<< */
