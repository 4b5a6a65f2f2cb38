/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: strlen() counts the bytes of a string.
 */
#pragma D option aggsortkey

BEGIN
{
	@n["01"] = sum(strlen(""));
	@n["02"] = sum(strlen("a"));
	@n["03"] = sum(strlen("abcdefg"));
	@n["04"] = sum(strlen("abcdefgh"));
	@n["05"] = sum(strlen("abcdefghi"));
	@n["06"] = sum(strlen("ab\0cd"));
	@n["07"] = sum(strlen(probename));
	@n["08"] = sum(strlen(strjoin(probename, probeprov)));
	@n["09"] = sum(sizeof (strlen("")));
	@n["10"] = sum(strlen("x") - 2 > 0);
	exit(0);
}

/* >>> output
  01                                                                0
  02                                                                1
  03                                                                7
  04                                                                8
  05                                                                9
  06                                                                2
  07                                                                5
  08                                                               11
  09                                                                8
  10                                                                1
<<< */
