/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trunc(@, -n) keeps the n smallest values.
 */
BEGIN
{
	@["a"] = sum(5);
	@["b"] = sum(1);
	@["c"] = sum(4);
	@["d"] = sum(2);
	@["e"] = sum(3);
	trunc(@, -2);
	exit(0);
}

/* >>> output
  b                                                                 1
  d                                                                 2
<<< */
