/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: sum() adds signed 64-bit numbers.
 */
BEGIN
{
	@["a"] = sum(5);
	@["a"] = sum(-7);
	@["b"] = sum(9223372036854775807);
	@["b"] = sum(-1);
	@["c"] = sum(4000000000U);
	@["c"] = sum(4000000000U);
	exit(0);
}

/* >>> output
  a                                                                -2
  c                                                        8000000000
  b                                                  9223372036854775806
<<< */
