/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key that is an empty string is shown as a dump, as by trace(), and
 * as nothing by %s.
 */
#pragma D option strsize=8

BEGIN
{
	@["x", ""] = count();
	printa(@);
	printa("<%s> <%s> %@d\n", @);
	exit(0);
}

/* >>> output

  x                                                 
             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 00 00 00 00 00 00 00 00                          ........
                1
<x> <> 1
<<< */
