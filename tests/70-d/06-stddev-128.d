/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The sum of squares of stddev() has 128 bits, with a carry
 * between its words.
 */
BEGIN
{
	@["wide"] = stddev(4000000000000000000);
	@["wide"] = stddev(-4000000000000000000);
	@["shifted"] = stddev(3000000000000000000);
	@["shifted"] = stddev(1000000000000000000);
	@["carry"] = stddev(9000000000);
	@["carry"] = stddev(9000000000);
	@["carry"] = stddev(1000000000);
	@["carry"] = stddev(1000000000);
	@["carry"] = stddev(5000000000);
	@["negative"] = stddev(-3);
	@["negative"] = stddev(-5);
	@["negative"] = stddev(-7);
	exit(0);
}

/* >>> output
  negative                                                          1
  carry                                                    3577708763
  shifted                                            1000000000000000000
  wide                                               4000000000000000000
<<< */
