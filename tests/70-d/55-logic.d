/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: && || ! give 0 or 1; ^^ is true when one side is.
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
	@["01 a && b"] = sum(a && b);
	@["02 a && z"] = sum(a && z);
	@["03 z && a"] = sum(z && a);
	@["04 z || a"] = sum(z || a);
	@["05 z || z"] = sum(z || z);
	@["06 !a"] = sum(!a);
	@["07 !z"] = sum(!z);
	@["08 !!a"] = sum(!!a);
	@["09 a ^^ b"] = sum(a ^^ b);
	@["10 a ^^ z"] = sum(a ^^ z);
	@["11 z ^^ z"] = sum(z ^^ z);
	@["12 l && 1"] = sum(l && 1);
	@["13 a && b || z"] = sum(a && b || z);
	@["14 z && z || a"] = sum(z && z || a);
	@["15 z || a && z"] = sum(z || a && z);
	@["16 !z && !z"] = sum(!z && !z);
	@["17 !(a > b)"] = sum(!(a > b));
	exit(0);
}

/* >>> output
  01 a && b                                                         1
  02 a && z                                                         0
  03 z && a                                                         0
  04 z || a                                                         1
  05 z || z                                                         0
  06 !a                                                             0
  07 !z                                                             1
  08 !!a                                                            1
  09 a ^^ b                                                         0
  10 a ^^ z                                                         1
  11 z ^^ z                                                         0
  12 l && 1                                                         1
  13 a && b || z                                                    1
  14 z && z || a                                                    1
  15 z || a && z                                                    0
  16 !z && !z                                                       1
  17 !(a > b)                                                       0
<<< */
