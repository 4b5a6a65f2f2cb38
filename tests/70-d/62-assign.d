/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Assignments and their values; a variable keeps 64 bits of them,
 * and only a constant is cut to its type.
 */
#pragma D option aggsortkey

BEGIN
{
	a = (b = 5);
	c = 0;
	uc = (unsigned char)250;
	l = 1LL;
	@["01 a"] = sum(a);
	@["02 b"] = sum(b);
	@["03 (c = 9) + 1"] = sum((c = 9) + 1);
	@["04 c"] = sum(c);
	@["05 (a += 3)"] = sum((a += 3));
	@["06 (a -= 10)"] = sum((a -= 10));
	@["07 (a *= -4)"] = sum((a *= -4));
	@["08 (a /= 3)"] = sum((a /= 3));
	@["09 (a %= 2)"] = sum((a %= 2));
	@["10 (a = 15)"] = sum((a = 15));
	@["11 (a &= 6)"] = sum((a &= 6));
	@["12 (a ^= 5)"] = sum((a ^= 5));
	@["13 (a <<= 4)"] = sum((a <<= 4));
	@["14 (a >>= 2)"] = sum((a >>= 2));
	@["15 (uc += 10)"] = sum((uc += 10));
	@["16 uc"] = sum(uc);
	@["17 (l <<= 40)"] = sum((l <<= 40));
	@["18 l"] = sum(l);
	@["19 (uc = 257)"] = sum((uc = 257));
	@["20 (a = l)"] = sum((a = l));
	@["21 a"] = sum(a);
	a = -10;
	@["22 (a /= 4U)"] = sum((a /= 4U));
	@["23 a / 2U"] = sum(a / 2U);
	exit(0);
}

/* >>> output
  01 a                                                              5
  02 b                                                              5
  03 (c = 9) + 1                                                   10
  04 c                                                              9
  05 (a += 3)                                                       8
  06 (a -= 10)                                                     -2
  07 (a *= -4)                                                      8
  08 (a /= 3)                                                       2
  09 (a %= 2)                                                       0
  10 (a = 15)                                                      15
  11 (a &= 6)                                                       6
  12 (a ^= 5)                                                       3
  13 (a <<= 4)                                                     48
  14 (a >>= 2)                                                     12
  15 (uc += 10)                                                   260
  16 uc                                                           260
  17 (l <<= 40)                                         1099511627776
  18 l                                                  1099511627776
  19 (uc = 257)                                                     1
  20 (a = l)                                            1099511627776
  21 a                                                  1099511627776
  22 (a /= 4U)                                                     -2
  23 a / 2U                                          9223372036854775807
<<< */
