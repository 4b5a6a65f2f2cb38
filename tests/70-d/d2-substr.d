/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: substr() takes a part; what is negative counts from the end. Its
 * numbers are cast to int.
 */
#pragma D option aggsortkey

BEGIN
{
	@["01", substr("abcdef", 0)] = count();
	@["02", substr("abcdef", 2)] = count();
	@n["03"] = sum(substr("abcdef", 6) == "");
	@n["04"] = sum(substr("abcdef", 7) == "");
	@["05", substr("abcdef", 1, 3)] = count();
	@n["06"] = sum(substr("abcdef", 1, 0) == "");
	@["07", substr("abcdef", 4, 10)] = count();
	@["08", substr("abcdef", -3)] = count();
	@["09", substr("abcdef", -3, 2)] = count();
	@["10", substr("abcdef", 1, -2)] = count();
	@["11", substr("abcdef", -4, -1)] = count();
	@n["12"] = sum(substr("abcdef", 3, -3) == "");
	@n["13"] = sum(substr("abcdef", 4, -3) == "");
	@["14", substr("abcdef", -8)] = count();
	@["15", substr("abcdef", -8, 3)] = count();
	@n["16"] = sum(substr("abcdef", -8, 1) == "");
	@n["17"] = sum(substr("", 0) == "");
	@n["18"] = sum(substr("", -1, 1) == "");
	@n["19"] = sum(substr("abc", 0x100000000) == "");
	@["20", substr("abc", 0, 0x7fffffffffffffff)] = count();
	@["21", substr("abc", -0x7fffffffffffffff - 1)] = count();
	@["23", substr("abc", 0, 0x7fffffff)] = count();
	@["22", substr(probename, 1, 3)] = count();
	exit(0);
}

/* >>> output
  01                                                  abcdef                                                            1
  02                                                  cdef                                                              1
  05                                                  bcd                                                               1
  07                                                  ef                                                                1
  08                                                  def                                                               1
  09                                                  de                                                                1
  10                                                  bcd                                                               1
  11                                                  cde                                                               1
  14                                                  abcdef                                                            1
  15                                                  a                                                                 1
  20                                                  ab                                                                1
  21                                                  abc                                                               1
  22                                                  EGI                                                               1
  23                                                  abc                                                               1
  03                                                                1
  04                                                                1
  06                                                                1
  12                                                                1
  13                                                                1
  16                                                                1
  17                                                                1
  18                                                                1
  19                                                                0
<<< */
