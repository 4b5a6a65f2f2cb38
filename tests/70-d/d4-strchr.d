/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: strchr(), strrchr() and strstr() give the rest from what they find.
 */
#pragma D option aggsortkey

BEGIN
{
	@["01", strchr("/usr/lib", '/')] = count();
	@["02", strchr("usr/lib", '/')] = count();
	@n["03"] = sum(strchr("usr", '/') == "");
	@n["04"] = sum(strchr("", 'x') == "");
	@["05", strchr("0123456789abc", 'b')] = count();
	@["06", strchr("abc", 'a' + 256)] = count();
	@["07", strrchr("/usr/lib", '/')] = count();
	@n["08"] = sum(strrchr("usr", '/') == "");
	@["09", strrchr("abcdefgh/", '/')] = count();
	@["10", strrchr("/0123456789", '/')] = count();
	@["11", strstr("hello world", "wor")] = count();
	@["12", strstr("hello", "")] = count();
	@n["13"] = sum(strstr("hello", "x") == "");
	@n["14"] = sum(strstr("", "") == "");
	@n["15"] = sum(strstr("", "x") == "");
	@["16", strstr("aaab", "ab")] = count();
	@["17", strstr(probename, "EG")] = count();
	exit(0);
}

/* >>> output
  01                                                  /usr/lib                                                          1
  02                                                  /lib                                                              1
  05                                                  bc                                                                1
  06                                                  abc                                                               1
  07                                                  /lib                                                              1
  09                                                  /                                                                 1
  10                                                  /0123456789                                                       1
  11                                                  world                                                             1
  12                                                  hello                                                             1
  16                                                  ab                                                                1
  17                                                  EGIN                                                              1
  03                                                                1
  04                                                                1
  08                                                                1
  13                                                                1
  14                                                                1
  15                                                                1
<<< */
