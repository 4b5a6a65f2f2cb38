/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Entries are printed by value, then by key.
 */
BEGIN
{
	@["b"] = sum(2);
	@["a"] = sum(3);
	@["c"] = sum(1);
	@["d"] = sum(2);
	exit(0);
}

/* >>> output
  c                                                                 1
  b                                                                 2
  d                                                                 2
  a                                                                 3
<<< */
