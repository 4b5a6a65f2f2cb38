/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: So does a remainder; what the clause aggregated before stays.
 */
int zero;

BEGIN
{
	@["before"] = sum(1);
	@["value"] = sum(5 % zero);
	@["after"] = sum(1);
}

BEGIN
{
	@["next"] = sum(1);
	exit(0);
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): divide-by-zero in action #2
  before                                                            1
  next                                                              1
<<< */
