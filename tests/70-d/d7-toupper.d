/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: toupper() and tolower() change the letters of ASCII.
 */
#pragma D option aggsortkey

BEGIN
{
	@n["01"] = sum(toupper("") == "");
	@["02", toupper("abcxyz")] = count();
	@["03", toupper("@[`{")] = count();
	@["04", toupper("Hello, World 42")] = count();
	@n["05"] = sum(tolower("") == "");
	@["06", tolower("ABCXYZ")] = count();
	@["07", tolower("@[`{")] = count();
	@["08", tolower("Hello, World 42")] = count();
	@["09", tolower(probename)] = count();
	@n["10"] = sum(toupper("\341\372") == "\341\372");
	@n["11"] = sum(tolower("\301\332") == "\301\332");
	exit(0);
}

/* >>> output
  01                                                                1
  05                                                                1
  10                                                                1
  11                                                                1
  02                                                  ABCXYZ                                                            1
  03                                                  @[`{                                                              1
  04                                                  HELLO, WORLD 42                                                   1
  06                                                  abcxyz                                                            1
  07                                                  @[`{                                                              1
  08                                                  hello, world 42                                                   1
  09                                                  begin                                                             1
<<< */
