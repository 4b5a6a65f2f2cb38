/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: With a strsize of 2 a string has one byte.
 */
#pragma D option aggsortkey
#pragma D option strsize=2

BEGIN
{
	@n[1] = sum(strlen(strjoin("a", "b")));
	@n[2] = sum(strlen(lltostr(-5)));
	@n[3] = sum(strlen(basename("/usr/lib")));
	@n[4] = sum(strlen(dirname("x")));
	@n[5] = sum(index("abc", "a"));
	@n[6] = sum(strlen(toupper("abc")));
	@n[7] = sum(substr("xyz", 0) == "x");
	@n[8] = sum(lltostr(777) == "7");
	@n[9] = sum(lltostr(777, 16) == "0");
	exit(0);
}

/* >>> output
        1                1
        2                1
        3                1
        4                1
        5                0
        6                1
        7                1
        8                1
        9                1
<<< */
