/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: avg() is the sum divided by the count, toward zero.
 */
BEGIN
{
	@["even"] = avg(2);
	@["even"] = avg(4);
	@["odd"] = avg(2);
	@["odd"] = avg(5);
	@["negative"] = avg(-2);
	@["negative"] = avg(-5);
	exit(0);
}

/* >>> output
  negative                                                         -3
  even                                                              3
  odd                                                               3
<<< */
