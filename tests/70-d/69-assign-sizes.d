/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Variables of all sizes: a constant is cut when it is assigned, and
 * a record has as many bytes as the type.
 */
signed char sc;
short ss;
int si;
long long sl;
unsigned char uc;
unsigned short us;
unsigned int ui;
unsigned long long ul;
uint16_t x;
uint32_t y;
char c;
char d;
unsigned char e;
long long ll;

BEGIN
{
	sc = ss = si = sl = uc = us = ui = ul = 0xfffffffe;
	printf("%d %d %d %d %u %u %u %u\n", sc, ss, si, sl, uc, us, ui, ul);
	sc = 0xfffffffe; ss = 0xfffffffe; si = 0xfffffffe; sl = 0xfffffffe;
	uc = 0xfffffffe; us = 0xfffffffe; ui = 0xfffffffe; ul = 0xfffffffe;
	printf("%d %d %d %d %u %u %u %u\n", sc, ss, si, sl, uc, us, ui, ul);
	sc = 0xfffe; ss = 0xfffe; si = 0xfffe; sl = 0xfffe;
	uc = 0xfffe; us = 0xfffe; ui = 0xfffe; ul = 0xfffe;
	printf("%d %d %d %d %u %u %u %u\n", sc, ss, si, sl, uc, us, ui, ul);
	sc = -2; ss = -2; si = -2; sl = -2;
	uc = -2; us = -2; ui = -2; ul = -2;
	printf("%d %d %d %d %u %u %u %u\n", sc, ss, si, sl, uc, us, ui, ul);
	sc = (signed char)0xfffffffffffffffe; ss = (short)0xfffffffffffffffe;
	si = (int)0xfffffffffffffffe; sl = (long long)0xfffffffffffffffe;
	uc = (unsigned char)0xfffffffffffffffe;
	us = (unsigned short)0xfffffffffffffffe;
	ui = (unsigned int)0xfffffffffffffffe;
	ul = (unsigned long long)0xfffffffffffffffe;
	printf("%d %d %d %d %u %u %u %u\n", sc, ss, si, sl, uc, us, ui, ul);
}

BEGIN
{
	x = 0xbeefcafe;
	y = x;
	printf("%x\n", y);
	e = -2;
	c = -3;
	printf("%u %u\n", e + c, c + e);
	e = 2;
	printf("%u %d\n", e + c, sizeof (e + c));
	us = -2;
	ui = -2;
	ul = -2;
	si = -3;
	printf("%u %u %u\n", us + c, ui + c, ul + si);
	ss = -2;
	si = -2;
	e = -3;
	printf("%d %d\n", ss + e, si + e);
}

BEGIN
{
	ui = 4294967295;
	ll = ui;
	printf("%x\n", ll);
	ll = 8589934591;
	ui = ll;
	printf("%x\n", ui);
	ll = 8589934401;
	d = ll;
	printf("%c\n", d);
	trace((1 << 40) / 1048576 / 1024);
	trace(1 << 40);
	printf("\n%d %d %d\n", 0xffffffff == -1u, -1 == -1u,
	    0xffffffffffffffff == -1u);
	exit(0);
}

/* >>> output
-2 -2 -2 4294967294 254 65534 4294967294 4294967294
-2 -2 -2 4294967294 254 65534 4294967294 4294967294
-2 -2 65534 65534 254 65534 65534 65534
-2 -2 -2 -2 254 65534 4294967294 18446744073709551614
-2 -2 -2 -2 254 65534 4294967294 18446744073709551614
cafe
251 251
255 1
65531 4294967291 18446744073709551611
251 251
ffffffff
ffffffff
A
10240
1 0 0
<<< */
