/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: With aggsortkey entries are printed by key.
 */
#pragma D option aggsortkey

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
  b                                                                 2
  c                                                                 1
  d                                                                 2
<<< */
