/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What the operators give for integers in int variables.
 */
int i, v, a, b;

BEGIN
{
	a = 19;
	b = 5;
	printf("%d %d %d %d %d\n", a / b, a % b, a / -b, -a / b, -a / -b);
	printf("%d %d %d\n", a % -b, -a % b, -a % -b);
	printf("%d %d %d\n", 19 % -5, -19 % 5, -19 % -5);
	i = 0xdeadbeef;
	printf("%x ", ~i);
	i = 0xbeef;
	printf("%x\n", ~i);
	x = 0x00000000deadbeefull;
	printf("%x\n", ~x);
	i = ~0xffff;
	printf("%x ", i);
	i = ~0;
	printf("%x ", i);
	i = ~~0xffff;
	printf("%x\n", i);
	v = 0xffff;
	printf("%x %x\n", v << -6, v << 100);
	v = 0xf0f0;
	v <<= 3;
	printf("%x ", v);
	v >>= 3;
	printf("%x\n", v);
	c = 'd';
	printf("%d\n", c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ?
	    c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1);
	printf("%d %d %d %d %d %d\n", sizeof ('c'), sizeof (10 * 'c'),
	    sizeof (1234567890), sizeof (-129), sizeof (3 > 2 ? 3 : 2),
	    sizeof (NULL));
	exit(0);
}

/* >>> output
3 4 -3 -3 3
4 -4 -4
4 -4 -4
21524110 ffff4110
ffffffff21524110
ffff0000 ffffffff ffff
0 0
78780 f0f0
13
4 4 4 4 4 4
<<< */
