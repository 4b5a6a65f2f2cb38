/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: aggsortkeypos says which key is compared first.
 */
#pragma D option aggsortkey
#pragma D option aggsortkeypos=1

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
        3  x                                                                 3
        2  y                                                                 4
        1  z                                                                 5
<<< */
