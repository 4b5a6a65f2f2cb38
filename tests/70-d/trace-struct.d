/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trace() records a struct, a union or an array as its bytes: text if
 * they are text, a number if there are 1, 2, 4 or 8, else a dump.  A translated
 * struct is made first.
 */
struct pair { int x, y; } pair;
struct text { char c[5]; } text;
struct odd { char c[3]; } odd;
struct wide { long a, b; int c; } wide;
union both { int i; char c[4]; } both;
int three[3];
unsigned char octets[5];
struct wide of[int];
self struct odd odd;
translator struct wide < int N > { a = N; c = 2 * N; };

BEGIN
{
	pair.x = 1;
	pair.y = 2;
	trace(pair);
	trace(" ");
	both.c[1] = 1;
	trace(both);
	trace(" ");
	bcopy("hello", &text, 5);
	trace(text);
	trace(text.c);
	odd.c[0] = 'a';
	trace(odd);
	self->odd = odd;
	self->odd.c[1] = 'b';
	trace(self->odd);
}

BEGIN
{
	wide.a = 1;
	trace(wide);
	three[1] = -2;
	trace(three);
	octets[4] = 0x41;
	trace(octets);
	of[1].b = 7;
	trace(of[1]);
	trace(*(struct pair *)&of[1].b);
	trace(xlate <struct wide> (3));
}

BEGIN
{
	trace(*(struct wide *)8);
}

BEGIN
{
	exit(0);
}
/* >>> output
8589934593 256 hellohelloaab
             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................
        10: 00 00 00 00 00 00 00 00                          ........

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 00 00 00 00 fe ff ff ff 00 00 00 00              ............

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 00 00 00 00 41                                   ....A

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 00 00 00 00 00 00 00 00 07 00 00 00 00 00 00 00  ................
        10: 00 00 00 00 00 00 00 00                          ........
7
             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................
        10: 06 00 00 00 00 00 00 00                          ........
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): invalid address (0x8) in action #1
<<< */
