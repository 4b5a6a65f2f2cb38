/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: aggsortkeypos beyond the last key is as if it were 0.
 */
#pragma D option aggsortkey
#pragma D option aggsortkeypos=7

BEGIN
{
	@[1, "z"] = sum(5);
	@[2, "y"] = sum(4);
	@[3, "x"] = sum(3);
	@[1, "a"] = sum(2);
	exit(0);
}

/* >>> output
        1  a                                                                 2
        1  z                                                                 5
        2  y                                                                 4
        3  x                                                                 3
<<< */
