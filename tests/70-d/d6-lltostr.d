/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: lltostr() writes a number to any base from 2 to 36.
 */
#pragma D option aggsortkey

BEGIN
{
	@["01", lltostr(0)] = count();
	@["02", lltostr(7)] = count();
	@["03", lltostr(-7)] = count();
	@["04", lltostr(1234567890123)] = count();
	@["05", lltostr(0x7fffffffffffffff)] = count();
	@["06", lltostr(-0x7fffffffffffffff - 1)] = count();
	@["07", lltostr(255, 10)] = count();
	@["08", lltostr(255, 16)] = count();
	@["09", lltostr(0, 16)] = count();
	@["10", lltostr(8, 8)] = count();
	@["11", lltostr(0, 8)] = count();
	@["12", lltostr(5, 2)] = count();
	@["13", lltostr(35, 36)] = count();
	@["14", lltostr(-1, 16)] = count();
	@["15", lltostr(-1, 36)] = count();
	@["16", lltostr(strlen("abc"), strlen("ab"))] = count();
	@n["17"] = sum(strlen(lltostr(-1, 2)));
	exit(0);
}

/* >>> output
  01                                                  0                                                                 1
  02                                                  7                                                                 1
  03                                                  -7                                                                1
  04                                                  1234567890123                                                     1
  05                                                  9223372036854775807                                               1
  06                                                  -9223372036854775808                                              1
  07                                                  255                                                               1
  08                                                  0xff                                                              1
  09                                                  0x0                                                               1
  10                                                  010                                                               1
  11                                                  0                                                                 1
  12                                                  101                                                               1
  13                                                  z                                                                 1
  14                                                  0xffffffffffffffff                                                1
  15                                                  3w5e11264sgsf                                                     1
  16                                                  11                                                                1
  17                                                               64
<<< */
