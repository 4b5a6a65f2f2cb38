/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trunc(@, n) keeps the n largest values.
 */
BEGIN
{
	@["a"] = sum(5);
	@["b"] = sum(1);
	@["c"] = sum(4);
	@["d"] = sum(2);
	@["e"] = sum(3);
	trunc(@, 2);
	exit(0);
}

/* >>> output
  c                                                                 4
  a                                                                 5
<<< */
