/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: ?: evaluates one of its arms and converts none.
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
	@["01 a > 0 ? 10 : 20"] = sum(a > 0 ? 10 : 20);
	@["02 z ? 10 : 20"] = sum(z ? 10 : 20);
	@["03 z ? a / z : 5"] = sum(z ? a / z : 5);
	@["04 a ? 5 : a / z"] = sum(a ? 5 : a / z);
	@["05 z ? u : -1"] = sum(z ? u : -1);
	@["06 a ? u : -1"] = sum(a ? u : -1);
	@["07 a ? b : u"] = sum(a ? b : u);
	@["08 a ? b : 1LL"] = sum(a ? b : 1LL);
	@["09 z ? -1 : 4294967295U"] = sum(z ? -1 : 4294967295U);
	exit(0);
}

/* >>> output
  01 a > 0 ? 10 : 20                                               10
  02 z ? 10 : 20                                                   20
  03 z ? a / z : 5                                                  5
  04 a ? 5 : a / z                                                  5
  05 z ? u : -1                                                    -1
  06 a ? u : -1                                            4000000000
  07 a ? b : u                                                     -3
  08 a ? b : 1LL                                                   -3
  09 z ? -1 : 4294967295U                                  4294967295
<<< */
