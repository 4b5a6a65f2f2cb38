/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable of type _Bool is 0 or 1, whatever it is assigned; an
 * element that += creates has 64 bits.
 */
_Bool b;

BEGIN
{
	v = 256;
	b = v;
	printf("%d ", b);
	b = 256;
	printf("%d ", b);
	b = 0;
	b |= v;
	printf("%d\n", b);
	total[0] += (char)1;
	total[0] += 1 << 40;
	printf("%d %d\n", total[0], sizeof (total[0]));
	exit(0);
}

/* >>> output
1 1 1
1099511627777 8
<<< */
