/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: ++ and -- before and after, in 64 bits.
 */
#pragma D option aggsortkey

BEGIN
{
	a = 5;
	c = (unsigned char)255;
	l = 0LL;
	@["01 a++"] = sum(a++);
	@["02 a"] = sum(a);
	@["03 ++a"] = sum(++a);
	@["04 a"] = sum(a);
	@["05 a--"] = sum(a--);
	@["06 a"] = sum(a);
	@["07 --a"] = sum(--a);
	@["08 a"] = sum(a);
	@["09 c++"] = sum(c++);
	@["10 c"] = sum(c);
	@["11 --c"] = sum(--c);
	@["12 c"] = sum(c);
	@["13 l--"] = sum(l--);
	@["14 l"] = sum(l);
	@["15 a++"] = sum(a++);
	exit(0);
}

/* >>> output
  01 a++                                                            5
  02 a                                                              6
  03 ++a                                                            7
  04 a                                                              7
  05 a--                                                            7
  06 a                                                              6
  07 --a                                                            5
  08 a                                                              5
  09 c++                                                          255
  10 c                                                            256
  11 --c                                                          255
  12 c                                                            255
  13 l--                                                            0
  14 l                                                             -1
  15 a++                                                            5
<<< */
