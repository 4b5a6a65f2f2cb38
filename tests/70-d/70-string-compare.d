/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Strings are compared byte by byte.
 */
#pragma D option aggsortkey

BEGIN
{
	one = 1;
	@["01 'mmm' == 'mmm'"] = sum("mmm" == "mmm");
	@["02 'mmm' != 'mmm'"] = sum("mmm" != "mmm");
	@["03 'mmm' == 'mm'"] = sum("mmm" == "mm");
	@["04 'mmm' < 'n'"] = sum("mmm" < "n");
	@["05 'mmm' > 'n'"] = sum("mmm" > "n");
	@["06 'mmm' <= 'mmm'"] = sum("mmm" <= "mmm");
	@["07 'mmm' >= 'mmn'"] = sum("mmm" >= "mmn");
	@["08 'Z' < 'a'"] = sum("Z" < "a");
	@["09 'ab' > 'a'"] = sum("ab" > "a");
	@["10 '' < 'a'"] = sum("" < "a");
	@["11 '' == ''"] = sum("" == "");
	@["12 probename == 'BEGIN'"] = sum(probename == "BEGIN");
	@["13 probename != 'BEGIN'"] = sum(probename != "BEGIN");
	@["14 probename < 'BEGINN'"] = sum(probename < "BEGINN");
	@["15 probename > 'BEG'"] = sum(probename > "BEG");
	@["16 probename >= 'END'"] = sum(probename >= "END");
	@["17 probeprov == probename"] = sum(probeprov == probename);
	@["18 probename == probename"] = sum(probename == probename);
	@["19 (one ? 'x' : 'y') == 'x'"] = sum((one ? "x" : "y") == "x");
	@["20 ('a' < 'b') + ('b' > 'a')"] = sum(("a" < "b") + ("b" > "a"));
	exit(0);
}

/* >>> output
  01 'mmm' == 'mmm'                                                 1
  02 'mmm' != 'mmm'                                                 0
  03 'mmm' == 'mm'                                                  0
  04 'mmm' < 'n'                                                    1
  05 'mmm' > 'n'                                                    0
  06 'mmm' <= 'mmm'                                                 1
  07 'mmm' >= 'mmn'                                                 0
  08 'Z' < 'a'                                                      1
  09 'ab' > 'a'                                                     1
  10 '' < 'a'                                                       1
  11 '' == ''                                                       1
  12 probename == 'BEGIN'                                           1
  13 probename != 'BEGIN'                                           0
  14 probename < 'BEGINN'                                           1
  15 probename > 'BEG'                                              1
  16 probename >= 'END'                                             0
  17 probeprov == probename                                         0
  18 probename == probename                                         1
  19 (one ? 'x' : 'y') == 'x'                                       1
  20 ('a' < 'b') + ('b' > 'a')                                      2
<<< */
