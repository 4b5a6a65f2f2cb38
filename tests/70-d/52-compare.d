/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Comparisons of 64 bits give 0 or 1, by the sign of the type that
 * has more bits or, of equally many, is unsigned.
 */
#pragma D option aggsortkey

BEGIN
{
	a = 7;
	b = -3;
	z = 0;
	u = 4000000000U;
	l = 1LL << 40;
	ul = 18446744073709551615ULL;
	@["01 a < b"] = sum(a < b);
	@["02 a <= b"] = sum(a <= b);
	@["03 a > b"] = sum(a > b);
	@["04 a >= b"] = sum(a >= b);
	@["05 a == b"] = sum(a == b);
	@["06 a != b"] = sum(a != b);
	@["07 a == 7"] = sum(a == 7);
	@["08 a < 7"] = sum(a < 7);
	@["09 a <= 7"] = sum(a <= 7);
	@["10 b < 0"] = sum(b < 0);
	@["11 u > 0"] = sum(u > 0);
	@["12 u < b"] = sum(u < b);
	@["13 (int)u < 0"] = sum((int)u < 0);
	@["14 ul > 0"] = sum(ul > 0);
	@["15 ul < 1"] = sum(ul < 1);
	@["16 b > ul"] = sum(b > ul);
	@["17 l > u"] = sum(l > u);
	@["18 b < u"] = sum(b < u);
	@["19 (long)b < (long)u"] = sum((long)b < (long)u);
	exit(0);
}

/* >>> output
  01 a < b                                                          0
  02 a <= b                                                         0
  03 a > b                                                          1
  04 a >= b                                                         1
  05 a == b                                                         0
  06 a != b                                                         1
  07 a == 7                                                         1
  08 a < 7                                                          0
  09 a <= 7                                                         1
  10 b < 0                                                          1
  11 u > 0                                                          1
  12 u < b                                                          1
  13 (int)u < 0                                                     0
  14 ul > 0                                                         1
  15 ul < 1                                                         0
  16 b > ul                                                         0
  17 l > u                                                          1
  18 b < u                                                          0
  19 (long)b < (long)u                                              1
<<< */
