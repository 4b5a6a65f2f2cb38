/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A cast to a narrower type cuts, one to a wider type extends what
 * is signed, one to void discards the value, and any other changes nothing.
 */
#pragma D option aggsortkey

struct pair { int a, b; } pair;
string s;

BEGIN
{
	a = 7;
	b = -3;
	z = 0;
	u = 4000000000U;
	l = 1LL << 40;
	ul = 18446744073709551615ULL;
	@["01 (char)a"] = sum((char)a);
	@["02 (char)300"] = sum((char)300);
	@["03 (char)200"] = sum((char)200);
	@["04 (unsigned char)200"] = sum((unsigned char)200);
	@["05 (unsigned char)-1"] = sum((unsigned char)-1);
	@["06 (short)70000"] = sum((short)70000);
	@["07 (unsigned short)-1"] = sum((unsigned short)-1);
	@["08 (int)l"] = sum((int)l);
	@["09 (int)(l + 5)"] = sum((int)(l + 5));
	@["10 (unsigned int)b"] = sum((unsigned int)b);
	@["11 (long)b"] = sum((long)b);
	@["12 (unsigned long)b"] = sum((unsigned long)b);
	@["13 (int)u"] = sum((int)u);
	@["14 (uint32_t)ul"] = sum((uint32_t)ul);
	@["15 (int64_t)u"] = sum((int64_t)u);
	@["16 (int8_t)129"] = sum((int8_t)129);
	@["17 (uint8_t)511"] = sum((uint8_t)511);
	@["18 (int16_t)ul"] = sum((int16_t)ul);
	@["19 (uint64_t)(int8_t)255"] = sum((uint64_t)(int8_t)255);
	@["20 (long)(char)u"] = sum((long)(char)u);
	@["21 (int)(char)(a * 40)"] = sum((int)(char)(a * 40));
	@["22 (uint16_t)((uint8_t)a / b)"] = sum((uint16_t)((uint8_t)a / b));
	@["23 (uint16_t)((uint8_t)a % b)"] = sum((uint16_t)((uint8_t)a % b));
	@["24 (short)(l & 0xffff)"] = sum((short)((l - 1) & 0xffff));
	@["25 (uint8_t)(z ? -1 : 255)"] = sum((uint8_t)(z ? 255 : -1));
	(void)a++;
	(void)(pair.b = a);
	(void)pair;
	(void)(s = "text");
	(void)strlen(s), (void)s;
	@["26 (void)a++"] = sum(a * 10 + pair.b + strlen(s));
	exit(0);
}

/* >>> output
  01 (char)a                                                        7
  02 (char)300                                                     44
  03 (char)200                                                    -56
  04 (unsigned char)200                                           200
  05 (unsigned char)-1                                            255
  06 (short)70000                                                4464
  07 (unsigned short)-1                                         65535
  08 (int)l                                                         0
  09 (int)(l + 5)                                                   5
  10 (unsigned int)b                                               -3
  11 (long)b                                                       -3
  12 (unsigned long)b                                              -3
  13 (int)u                                                4000000000
  14 (uint32_t)ul                                          4294967295
  15 (int64_t)u                                            4000000000
  16 (int8_t)129                                                 -127
  17 (uint8_t)511                                                 255
  18 (int16_t)ul                                                   -1
  19 (uint64_t)(int8_t)255                                         -1
  20 (long)(char)u                                                  0
  21 (int)(char)(a * 40)                                           24
  22 (uint16_t)((uint8_t)a / b)                                 65534
  23 (uint16_t)((uint8_t)a % b)                                     1
  24 (short)(l & 0xffff)                                           -1
  25 (uint8_t)(z ? -1 : 255)                                      255
  26 (void)a++                                                     92
<<< */
