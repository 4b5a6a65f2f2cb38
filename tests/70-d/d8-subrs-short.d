/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Strings that subroutines make are cut at strsize.
 */
#pragma D option aggsortkey
#pragma D option strsize=8

BEGIN
{
	@n[1] = sum(strjoin("abcde", "fghij") == "abcdefg");
	@n[2] = sum(strjoin("abcdefg", "h") == "abcdefg");
	@n[3] = sum(lltostr(-123456789) == "-123456");
	@n[4] = sum(lltostr(0x123456789a, 16) == "0x12345");
	@n[5] = sum(substr("0123456789", 3) == "3456");
	@n[6] = sum(basename("/abcdefghi") == "abcdef");
	@n[7] = sum(toupper("abcdefghi") == "ABCDEFG");
	@n[8] = sum(strstr("abcdefghi", "g") == "g");
	@n[9] = sum(strlen("0123456789"));
	@n[10] = sum(index("0123456789", "7"));
	@n[11] = sum(rindex("0123456", "6"));
	@n[12] =
	    sum(strjoin(strjoin("ab", "cd"), strjoin("ef", "gh")) == "abcdefg");
	exit(0);
}

/* >>> output
        1                1
        2                1
        3                1
        4                1
        5                1
        6                1
        7                1
        8                1
        9                7
       10               -1
       11                6
       12                1
<<< */
