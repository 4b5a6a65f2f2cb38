/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A division by zero ends its clause, reaches ERROR and the error
 * handler; the next clause runs.
 */
int zero;

BEGIN
{
	trace("before\n");
	trace(1 / zero);
	trace("never\n");
}

BEGIN
{
	trace("next\n");
	exit(0);
}

ERROR
{
	@["fault"] = sum(arg4);
	@["action"] = sum(arg2);
	@["epid"] = sum(arg1);
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): divide-by-zero in action #2
next
  epid                                                              1
  action                                                            2
  fault                                                             4
<<< */
