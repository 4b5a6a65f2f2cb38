/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Variables of any type keep 64 bits, casts cut and extend as their
 * types say, constants are cast to the type of the variable, results have the
 * type of higher rank, and ids of projects and zones are 0.
 */
int i, n;
int64_t x;
uint16_t cut;
uint32_t wide;
signed char sc;
short ss;
long long ll;
unsigned char uc;
unsigned short us;
unsigned int ui;
unsigned long long ull;
char c;

BEGIN
{
	this->v = 0xfff0;
	x = (uint16_t)(int32_t)this->v;
	cut = 0xbeefcafe;
	wide = cut;
	printf("%x %x\n", x, wide);
}

BEGIN
{
	sc = 0xfffffffe;
	ss = 0xfffffffe;
	n = 0xfffffffe;
	ll = 0xfffffffe;
	uc = 0xfffffffe;
	us = 0xfffffffe;
	ui = 0xfffffffe;
	ull = 0xfffffffe;
	printf("%d %d %d %d %d %d %d %d\n", sc, ss, n, ll, uc, us, ui, ull);
	sc = -2;
	ss = 0xfffe;
	uc = 0xfffffffffffffffe;
	us = -2;
	ui = -2;
	ull = -2;
	printf("%d %d %d %d %d %d\n", sc, ss, uc, us, ui, ull);
	uc = -2;
	c = -3;
	printf("%d %d ", uc + c, c + uc);
	uc = 2;
	printf("%d ", uc + c);
	uc = -3;
	ss = -2;
	printf("%d %d\n", ss + uc, us + c);
}

BEGIN
{
	n = 19;
	printf("%d %d %d %d %d %d %d %d\n", n / 5, n % 5, n / -5, -n / 5,
	    -n / -5, n % -5, -n % 5, -n % -5);
	i = 0xdeadbeef;
	printf("%x ", ~i);
	i = 0xbeef;
	x = 0x00000000deadbeefull;
	n = ~0xffff;
	printf("%x %x %x ", ~i, ~x, n);
	n = 0xf0f0;
	n <<= 3;
	printf("%x ", n);
	n >>= 3;
	printf("%x\n", n);
}

BEGIN
{
	printf("%d ", (1 << 40) / 1048576 / 1024);
	trace(1 << 40);
	trace((signed char)-2);
	trace((short)-1);
	n = 0x7fffffff;
	n = n + 1;
	ui = 0xffffffff;
	printf(" %d %d %d\n", n > 0, ui == -1u, ui - 1 == -1u);
	printf("%d %d %d %d %d\n", sizeof 'c', sizeof (10 * 'c'),
	    sizeof 1234567890, sizeof -129, sizeof (3 > 2 ? 3 : 2));
	printf("%d %d %d %d %d %d %d %d\n", '\"\ba', '\?', '\'', '\0103',
	    '\x4E', '\c', 'ab\"d', 'a\bcdefgh');
	printf("%d %d %d\n", $projid, $taskid, $zoneid);
	exit(0);
}

/* >>> output
fff0 cafe
-2 -2 -2 4294967294 254 65534 4294967294 4294967294
-2 -2 254 65534 4294967294 18446744073709551614
251 251 255 251 65531
3 4 -3 -3 3 4 -4 -4
21524110 ffff4110 ffffffff21524110 ffff0000 78780 f0f0
1024 025465535 1 1 0
4 4 4 4 4
2230369 23615 23591 2099 78 23651 1633821284 6991947704341784424
0 0 0
<<< */
