/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: getmajor() and getminor() are the parts of a device number as the
 * kernel has them.
 */
#pragma D option quiet

BEGIN
{
	printf("%x %x\n", getmajor(0xabcdef0123456789),
	    getminor(0xabcdef0123456789));
	printf("%d %d\n", getmajor(8 << 20 | 1), getminor(8 << 20 | 1));
	exit(0);
}

/* >>> output
234 56789
8 1
<<< */
