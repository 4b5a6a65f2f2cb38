/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Addresses of nothing are numbers wherever they are printed: by
 * actions, as keys, by printf() and by printa().
 */
BEGIN
{
	sym(0x10);
	mod(0x11);
	usym(0x12);
	umod(0x13);
	uaddr(0x14);
	trace(func(0x15));
	printf("\n%a %a %A %A %A %A|%-8a|\n", sym(0x16), mod(0x17), usym(0x18),
	    umod(0x19), uaddr(0x1a), 0x1bULL, sym(0x1c));
	@s[sym(0x1d), usym(0x1e)] = count();
	printa("%a %A %@d\n", @s);
	exit(0);
}

/* >>> output
  0x10                                                0x11                                                0x12                                                0x13                                                0x14                                                0x15                                              
0x16 0x17 0x18 0x19 0x1a 0x1b|0x1c    |
0x1d 0x1e 1
<<< */
