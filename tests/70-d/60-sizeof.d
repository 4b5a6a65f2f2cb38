/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: sizeof of types and of expressions.
 */
#pragma D option aggsortkey

BEGIN
{
	a = 1;
	l = 1LL;
	s = (short)1;
	c = (char)1;
	@["01 sizeof (char)"] = sum(sizeof (char));
	@["02 sizeof (short)"] = sum(sizeof (short));
	@["03 sizeof (int)"] = sum(sizeof (int));
	@["04 sizeof (long)"] = sum(sizeof (long));
	@["05 sizeof (long long)"] = sum(sizeof (long long));
	@["06 sizeof (uint8_t)"] = sum(sizeof (uint8_t));
	@["07 sizeof (uint16_t)"] = sum(sizeof (uint16_t));
	@["08 sizeof (uint32_t)"] = sum(sizeof (uint32_t));
	@["09 sizeof (uint64_t)"] = sum(sizeof (uint64_t));
	@["10 sizeof (int *)"] = sum(sizeof (int *));
	@["11 sizeof (a)"] = sum(sizeof (a));
	@["12 sizeof (l)"] = sum(sizeof (l));
	@["13 sizeof (s)"] = sum(sizeof (s));
	@["14 sizeof (c)"] = sum(sizeof (c));
	@["15 sizeof (s + c)"] = sum(sizeof (s + c));
	@["16 sizeof (a + l)"] = sum(sizeof (a + l));
	@["17 sizeof (a) * 2"] = sum(sizeof (a) * 2);
	@["18 sizeof (unsigned long)"] = sum(sizeof (unsigned long));
	exit(0);
}

/* >>> output
  01 sizeof (char)                                                  1
  02 sizeof (short)                                                 2
  03 sizeof (int)                                                   4
  04 sizeof (long)                                                  8
  05 sizeof (long long)                                             8
  06 sizeof (uint8_t)                                               1
  07 sizeof (uint16_t)                                              2
  08 sizeof (uint32_t)                                              4
  09 sizeof (uint64_t)                                              8
  10 sizeof (int *)                                                 8
  11 sizeof (a)                                                     4
  12 sizeof (l)                                                     8
  13 sizeof (s)                                                     2
  14 sizeof (c)                                                     1
  15 sizeof (s + c)                                                 2
  16 sizeof (a + l)                                                 8
  17 sizeof (a) * 2                                                 8
  18 sizeof (unsigned long)                                         8
<<< */
