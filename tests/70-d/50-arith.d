/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Arithmetic on variables, in 64 bits whatever their type.
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
	@["01 a + b"] = sum(a + b);
	@["02 a - b"] = sum(a - b);
	@["03 a * b"] = sum(a * b);
	@["04 a / b"] = sum(a / b);
	@["05 a % b"] = sum(a % b);
	@["06 b / a"] = sum(b / a);
	@["07 b % a"] = sum(b % a);
	@["08 -a"] = sum(-a);
	@["09 +a"] = sum(+a);
	@["10 -b"] = sum(-b);
	@["11 a / 2"] = sum(a / 2);
	@["12 b / 2"] = sum(b / 2);
	@["13 b % 2"] = sum(b % 2);
	@["14 a * a * a"] = sum(a * a * a);
	@["15 l / a"] = sum(l / a);
	@["16 l % a"] = sum(l % a);
	@["17 l * b"] = sum(l * b);
	@["18 u + a"] = sum(u + a);
	@["19 u / 7"] = sum(u / 7);
	@["20 u % 7"] = sum(u % 7);
	@["21 u * 2"] = sum(u * 2);
	@["22 ul / 3"] = sum(ul / 3);
	@["23 ul % 10"] = sum(ul % 10);
	@["24 ul / 2 + 1"] = sum(ul / 2 + 1);
	exit(0);
}

/* >>> output
  01 a + b                                                          4
  02 a - b                                                         10
  03 a * b                                                        -21
  04 a / b                                                         -2
  05 a % b                                                          1
  06 b / a                                                          0
  07 b % a                                                         -3
  08 -a                                                            -7
  09 +a                                                             7
  10 -b                                                             3
  11 a / 2                                                          3
  12 b / 2                                                         -1
  13 b % 2                                                         -1
  14 a * a * a                                                    343
  15 l / a                                               157073089682
  16 l % a                                                          2
  17 l * b                                             -3298534883328
  18 u + a                                                 4000000007
  19 u / 7                                                  571428571
  20 u % 7                                                          3
  21 u * 2                                                 8000000000
  22 ul / 3                                          6148914691236517205
  23 ul % 10                                                        5
  24 ul / 2 + 1                                      -9223372036854775808
<<< */
