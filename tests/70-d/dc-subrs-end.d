/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string of full size can be read from its last byte on: nothing
 * that a subroutine reads or writes lies beyond the memory of the clause.
 */
#pragma D option aggsortkey
#pragma D option strsize=15

BEGIN
{
	@["tail"] = sum(strlen(strchr("abcdefghijklmn", 'n')));
	@["part"] = sum(substr("abcdefghijklmn", 13) == "n");
	@["find"] = sum(index("abcdefghijklmn", "n", 13));
	@["base"] = sum(strlen(basename("abcdefghijkl/n")));
	@["join"] = sum(strlen(strjoin("abcdefghijklm", "nopqrstu")));
	exit(0);
}

/* >>> output
  base                                                              1
  find                                                             13
  join                                                             14
  part                                                              1
  tail                                                              1
<<< */
