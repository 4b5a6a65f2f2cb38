/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The standard deviation of large numbers that differ little is exact,
 * but for the digits after the point.
 */
BEGIN
{
	@["0.47"] = stddev(5000000000);
	@["0.47"] = stddev(5000000000);
	@["0.47"] = stddev(5000000001);
	@["below 0"] = stddev(-5000000000);
	@["below 0"] = stddev(-5000000000);
	@["below 0"] = stddev(-5000000003);
	@["three"] = stddev(1000000000000000000 - 3);
	@["three"] = stddev(1000000000000000000 + 3);
	@["ends"] = stddev(9223372036854775807);
	@["ends"] = stddev(-9223372036854775807 - 1);
	@half["normal"] = stddev(8000000000);
	@half["normal"] = stddev(8000000500);
	normalize(@half, 100);
	exit(0);
}

/* >>> output
  0.47                                                              0
  below 0                                                           1
  three                                                             3
  ends                                               9223372036854775807
  normal                                                            2
<<< */
