/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The comma operator has the value of its right side.
 */
#pragma D option aggsortkey

BEGIN
{
	a = 0;
	@["01 (a = 1, a + 1)"] = sum((a = 1, a + 1));
	@["02 (1, 2, 3)"] = sum((1, 2, 3));
	@["03 a"] = sum(a);
	@["04 (a++, a++, a)"] = sum((a++, a++, a));
	exit(0);
}

/* >>> output
  01 (a = 1, a + 1)                                                 2
  02 (1, 2, 3)                                                      3
  03 a                                                              1
  04 (a++, a++, a)                                                  3
<<< */
