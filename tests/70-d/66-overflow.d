/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Integers wrap around at 64 bits, whatever their type.
 */
#pragma D option aggsortkey

BEGIN
{
	m = 2147483647;
	big = 9223372036854775807LL;
	u = 0U;
	n = -2147483647 - 1;
	@["01 m + 1"] = sum(m + 1);
	@["02 -n"] = sum(-n);
	@["03 n - 1"] = sum(n - 1);
	@["04 m * 2"] = sum(m * 2);
	@["05 u - 1"] = sum(u - 1);
	@["06 big + 1"] = sum(big + 1);
	@["07 big * 2"] = sum(big * 2);
	@["08 (long)m + 1"] = sum((long)m + 1);
	@["09 m + 1LL"] = sum(m + 1LL);
	@["10 u - 1LL"] = sum(u - 1LL);
	@["11 (short)(m + 2)"] = sum((short)(m + 2));
	exit(0);
}

/* >>> output
  01 m + 1                                                 2147483648
  02 -n                                                    2147483648
  03 n - 1                                                -2147483649
  04 m * 2                                                 4294967294
  05 u - 1                                                         -1
  06 big + 1                                         -9223372036854775808
  07 big * 2                                                       -2
  08 (long)m + 1                                           2147483648
  09 m + 1LL                                               2147483648
  10 u - 1LL                                                       -1
  11 (short)(m + 2)                                                 1
<<< */
