/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: index() and rindex() say where a string is in another.
 */
#pragma D option aggsortkey

BEGIN
{
	@n["01"] = sum(index("hello world", "o"));
	@n["02"] = sum(index("hello world", "o", 5));
	@n["03"] = sum(index("hello world", "world"));
	@n["04"] = sum(index("hello world", "worlds"));
	@n["05"] = sum(index("hello", "hello"));
	@n["06"] = sum(index("hello", "hello!"));
	@n["07"] = sum(index("hello", "l", -7));
	@n["08"] = sum(index("hello", "l", 100));
	@n["09"] = sum(index("hello", ""));
	@n["10"] = sum(index("hello", "", 3));
	@n["11"] = sum(index("hello", "", 9));
	@n["12"] = sum(index("", ""));
	@n["13"] = sum(index("", "a"));
	@n["14"] = sum(index("aaaaaaaaaab", "aab"));
	@n["15"] = sum(index("0123456789abcdefghij", "hij"));
	@n["16"] = sum(rindex("hello world", "o"));
	@n["17"] = sum(rindex("hello world", "o", 6));
	@n["18"] = sum(rindex("hello world", "o", 7));
	@n["19"] = sum(rindex("hello", "hello"));
	@n["20"] = sum(rindex("hello", "hello!"));
	@n["21"] = sum(rindex("hello", "h", -5));
	@n["22"] = sum(rindex("hello", "e", -5));
	@n["23"] = sum(rindex("hello", ""));
	@n["24"] = sum(rindex("hello", "", 2));
	@n["25"] = sum(rindex("", ""));
	@n["26"] = sum(rindex("", "a"));
	@n["27"] = sum(rindex("baaaaaaaaaa", "baa"));
	@n["28"] = sum(rindex("abcabcabcabcabc", "abc", 10));
	@n["29"] = sum(index(probename, "GIN"));
	@n["30"] = sum(rindex("hello", "", -5));
	@n["31"] = sum(rindex("hello", "h", 0));
	@n["32"] = sum(rindex("hello", "", 9));
	@n["33"] = sum(index("hello", "o", 5));
	exit(0);
}

/* >>> output
  01                                                                4
  02                                                                7
  03                                                                6
  04                                                               -1
  05                                                                0
  06                                                               -1
  07                                                                2
  08                                                               -1
  09                                                                0
  10                                                                3
  11                                                                5
  12                                                                0
  13                                                               -1
  14                                                                8
  15                                                               17
  16                                                                7
  17                                                                4
  18                                                                7
  19                                                                0
  20                                                               -1
  21                                                               -1
  22                                                               -1
  23                                                                5
  24                                                                2
  25                                                                0
  26                                                               -1
  27                                                                0
  28                                                                9
  29                                                                2
  30                                                                0
  31                                                                0
  32                                                                5
  33                                                               -1
<<< */
