/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Shifts are of 64 bits and have the type of their left operand; >>
 * of a negative number keeps the sign.
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
	s = 3;
	@["01 a << s"] = sum(a << s);
	@["02 a >> 1"] = sum(a >> 1);
	@["03 b << s"] = sum(b << s);
	@["04 b >> 1"] = sum(b >> 1);
	@["05 b >> 31"] = sum(b >> 31);
	@["06 u << 1"] = sum(u << 1);
	@["07 u >> s"] = sum(u >> s);
	@["08 u << s"] = sum(u << s);
	@["09 l >> 8"] = sum(l >> 8);
	@["10 l << 10"] = sum(l << 10);
	@["11 ul >> 60"] = sum(ul >> 60);
	@["12 ul << 60"] = sum(ul << 60);
	@["13 1 << 30"] = sum(1 << 30);
	@["14 1LL << 62"] = sum(1LL << 62);
	@["15 -1 >> 1"] = sum(-1 >> 1);
	@["16 -1LL >> 63"] = sum(-1LL >> 63);
	@["17 (unsigned int)-1 >> 31"] = sum((unsigned int)-1 >> 31);
	@["18 1 << s << s"] = sum(1 << s << s);
	@["19 256 >> s >> 1"] = sum(256 >> s >> 1);
	exit(0);
}

/* >>> output
  01 a << s                                                        56
  02 a >> 1                                                         3
  03 b << s                                                       -24
  04 b >> 1                                                        -2
  05 b >> 31                                                       -1
  06 u << 1                                                8000000000
  07 u >> s                                                 500000000
  08 u << s                                               32000000000
  09 l >> 8                                                4294967296
  10 l << 10                                         1125899906842624
  11 ul >> 60                                                      15
  12 ul << 60                                        -1152921504606846976
  13 1 << 30                                               1073741824
  14 1LL << 62                                       4611686018427387904
  15 -1 >> 1                                                       -1
  16 -1LL >> 63                                                    -1
  17 (unsigned int)-1 >> 31                                8589934591
  18 1 << s << s                                                   64
  19 256 >> s >> 1                                                 16
<<< */
