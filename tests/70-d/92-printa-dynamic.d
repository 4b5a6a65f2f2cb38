/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: In the format of printa() a * takes the width or the precision
 * from the next key, for keys and for values; below 0 it aligns left.
 */
#pragma D option quiet

BEGIN
{
	@a[8, "abcdef", 3] = count();
	@a[-8, "ghi", 5] = count();
	printa("%*s|%@*d|\n", @a);
	printa("%d %.*x|\n", @b);
	@b[1, 4, 7] = count();
	exit(0);
}

/* >>> output
  abcdef|  1|
ghi     |    1|
1 0007|
<<< */
