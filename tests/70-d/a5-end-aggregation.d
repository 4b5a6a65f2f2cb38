/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What END aggregates is printed too.
 */
BEGIN
{
	@["both"] = sum(1);
	exit(0);
}

END
{
	@["both"] = sum(2);
	@["end"] = sum(1);
}

/* >>> output
  end                                                               1
  both                                                              3
<<< */
