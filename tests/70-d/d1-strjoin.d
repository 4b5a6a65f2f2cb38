/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: strjoin() writes one string behind the other.
 */
#pragma D option aggsortkey

BEGIN
{
	@n["01"] = sum(strjoin("", "") == "");
	@["02", strjoin("a", "")] = count();
	@["03", strjoin("", "b")] = count();
	@["04", strjoin("abc", "defgh")] = count();
	@["05", strjoin("abcdefgh", "ijklmnop")] = count();
	@["06", strjoin("abcdefghi", "jklmnopqrstu")] = count();
	@["07", strjoin(strjoin("a", probename), strjoin("-", "z"))] = count();
	@["08", strjoin(strlen("x") == 1 ? "yes" : "no", ".")] = count();
	exit(0);
}

/* >>> output
  01                                                                1
  02                                                  a                                                                 1
  03                                                  b                                                                 1
  04                                                  abcdefgh                                                          1
  05                                                  abcdefghijklmnop                                                  1
  06                                                  abcdefghijklmnopqrstu                                             1
  07                                                  aBEGIN-z                                                          1
  08                                                  yes.                                                              1
<<< */
