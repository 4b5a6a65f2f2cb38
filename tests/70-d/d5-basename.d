/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: basename() and dirname() cut a path as POSIX has it.
 */
#pragma D option aggsortkey

BEGIN
{
	@["01", basename("/usr/lib")] = count();
	@["02", basename("/usr/")] = count();
	@["03", basename("usr")] = count();
	@["04", basename("/")] = count();
	@["05", basename("///")] = count();
	@["06", basename("")] = count();
	@["07", basename(".")] = count();
	@["08", basename("..")] = count();
	@["09", basename("a//b//")] = count();
	@["10", basename("/a/b/a-rather-long-name.c")] = count();
	@["11", dirname("/usr/lib")] = count();
	@["12", dirname("/usr/")] = count();
	@["13", dirname("usr")] = count();
	@["14", dirname("/")] = count();
	@["15", dirname("///")] = count();
	@["16", dirname("")] = count();
	@["17", dirname(".")] = count();
	@["18", dirname("..")] = count();
	@["19", dirname("a//b//")] = count();
	@["20", dirname("/a/b/c")] = count();
	@["21", strjoin(dirname("/x/y"), basename("/x/y"))] = count();
	exit(0);
}

/* >>> output
  01                                                  lib                                                               1
  02                                                  usr                                                               1
  03                                                  usr                                                               1
  04                                                  /                                                                 1
  05                                                  /                                                                 1
  06                                                  .                                                                 1
  07                                                  .                                                                 1
  08                                                  ..                                                                1
  09                                                  b                                                                 1
  10                                                  a-rather-long-name.c                                              1
  11                                                  /usr                                                              1
  12                                                  /                                                                 1
  13                                                  .                                                                 1
  14                                                  /                                                                 1
  15                                                  /                                                                 1
  16                                                  .                                                                 1
  17                                                  .                                                                 1
  18                                                  .                                                                 1
  19                                                  a                                                                 1
  20                                                  /a/b                                                              1
  21                                                  /xy                                                               1
<<< */
