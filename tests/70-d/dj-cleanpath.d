/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: cleanpath() leaves out what is redundant between slashes.
 */
#pragma D option aggsortkey

BEGIN
{
	@["01", cleanpath("/usr/lib")] = count();
	@["02", cleanpath("/usr//lib/")] = count();
	@["03", cleanpath("/a/./b/././c")] = count();
	@["04", cleanpath("/a/b/../c")] = count();
	@["05", cleanpath("/a/b/../../c")] = count();
	@["06", cleanpath("/../../c")] = count();
	@["07", cleanpath("//")] = count();
	@n["08"] = sum(cleanpath("") == "");
	@["09", cleanpath("a/../b")] = count();
	@["10", cleanpath("../../b")] = count();
	@["11", cleanpath("./a")] = count();
	@["12", cleanpath("/a/..b/.c/d./e..")] = count();
	@["13", cleanpath("/a/..")] = count();
	@["14", cleanpath("/foo/../bar")] = count();
	@["15", cleanpath("/a/b/c/d/e/../../../f/.//g")] = count();
	exit(0);
}

/* >>> output
  01                                                  /usr/lib                                                          1
  02                                                  /usr/lib/                                                         1
  03                                                  /a/b/c                                                            1
  04                                                  /a/c                                                              1
  05                                                  /c                                                                1
  06                                                  /c                                                                1
  07                                                  /                                                                 1
  09                                                  b                                                                 1
  10                                                  ../../b                                                           1
  11                                                  ./a                                                               1
  12                                                  /a/..b/.c/d./e..                                                  1
  13                                                  /a/..                                                             1
  14                                                  /bar                                                              1
  15                                                  /a/b/f/g                                                          1
  08                                                                1
<<< */
