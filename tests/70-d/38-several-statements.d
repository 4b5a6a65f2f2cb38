/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Several statements and clauses on one variable merge.
 */
BEGIN
{
	@a["k"] = count();
	@a["k"] = count();
}

BEGIN
{
	@a["k"] = count();
	@a["l"] = count();
	exit(0);
}

/* >>> output
  l                                                                 1
  k                                                                 3
<<< */
