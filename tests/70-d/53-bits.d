/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The bitwise operators.
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
	@["01 a & 5"] = sum(a & 5);
	@["02 a | 8"] = sum(a | 8);
	@["03 a ^ 2"] = sum(a ^ 2);
	@["04 ~a"] = sum(~a);
	@["05 ~b"] = sum(~b);
	@["06 ~0"] = sum(~0);
	@["07 a & b"] = sum(a & b);
	@["08 a | b"] = sum(a | b);
	@["09 a ^ b"] = sum(a ^ b);
	@["10 l | 1"] = sum(l | 1);
	@["11 ul & 0xff"] = sum(ul & 0xff);
	@["12 ul ^ ul"] = sum(ul ^ ul);
	@["13 ~ul"] = sum(~ul);
	@["14 ~u"] = sum(~u);
	@["15 u & 0xf0000000"] = sum(u & 0xf0000000);
	@["16 u ^ 0xffffffff"] = sum(u ^ 0xffffffff);
	exit(0);
}

/* >>> output
  01 a & 5                                                          5
  02 a | 8                                                         15
  03 a ^ 2                                                          5
  04 ~a                                                            -8
  05 ~b                                                             2
  06 ~0                                                            -1
  07 a & b                                                          5
  08 a | b                                                         -1
  09 a ^ b                                                         -6
  10 l | 1                                              1099511627777
  11 ul & 0xff                                                    255
  12 ul ^ ul                                                        0
  13 ~ul                                                            0
  14 ~u                                                   -4000000001
  15 u & 0xf0000000                                        3758096384
  16 u ^ 0xffffffff                                         294967295
<<< */
