/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Small integers are computed in 64 bits as large ones are; the type
 * of a result is that of more bits, or of equally many the unsigned one.
 */
#pragma D option aggsortkey

BEGIN
{
	c = (char)-1;
	h = (short)-2;
	uc = (unsigned char)255;
	us = (unsigned short)65535;
	big = (char)100;
	@["01 c + 0"] = sum(c + 0);
	@["02 h + 0"] = sum(h + 0);
	@["03 uc + 0"] = sum(uc + 0);
	@["04 us + 0"] = sum(us + 0);
	@["05 uc + 1"] = sum(uc + 1);
	@["06 us + 1"] = sum(us + 1);
	@["07 uc * uc"] = sum(uc * uc);
	@["08 us * 2"] = sum(us * 2);
	@["09 big + big"] = sum(big + big);
	@["10 c == -1"] = sum(c == -1);
	@["11 uc == c"] = sum(uc == c);
	@["12 us > h"] = sum(us > h);
	@["13 ~uc"] = sum(~uc);
	@["14 -us"] = sum(-us);
	@["15 c >> 1"] = sum(c >> 1);
	@["16 uc << 8"] = sum(uc << 8);
	@["17 h * us"] = sum(h * us);
	@["18 c < uc"] = sum(c < uc);
	@["19 c + 1U"] = sum(c + 1U);
	@["20 (unsigned char)(uc + 1)"] = sum((unsigned char)(uc + 1));
	exit(0);
}

/* >>> output
  01 c + 0                                                         -1
  02 h + 0                                                         -2
  03 uc + 0                                                       255
  04 us + 0                                                     65535
  05 uc + 1                                                       256
  06 us + 1                                                     65536
  07 uc * uc                                                    65025
  08 us * 2                                                    131070
  09 big + big                                                    200
  10 c == -1                                                        1
  11 uc == c                                                        0
  12 us > h                                                         0
  13 ~uc                                                         -256
  14 -us                                                       -65535
  15 c >> 1                                                        -1
  16 uc << 8                                                    65280
  17 h * us                                                   -131070
  18 c < uc                                                         0
  19 c + 1U                                                         0
  20 (unsigned char)(uc + 1)                                        0
<<< */
