/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct of the program can have bit-fields, laid out as in C; of
 * bit-fields alone it has the size that it has on other systems.  They are
 * assigned without a change of their neighbours.
 */
struct bits {
	int a:3, b:7;
	unsigned int c:14;
	long d:35;
	int :0;
	int e:32;
	uint8_t f:4, :2, g:1;
};
struct ip {
	uint8_t ihl:4, version:4;
	uint8_t tos;
	uint16_t len;
};
struct mixed {
	char c;
	int b:3;
	void (*handler)(int, const char *restrict);
	int last;
} m;
typedef int (*compare_f)(const void *, const void *);
struct bits b;
compare_f f;
const int limit;
int (*g)(void);
static int foo(int, char *);

BEGIN
{
	this->b = (struct bits *)alloca(sizeof (struct bits));
	b.a = 7;
	b.b = 0x75;
	b.c = 0x3555;
	b.d = 0x755555555;
	b.e = 0xf5555555;
	b.f = 0xfa;
	b.g = 3;
	*this->b = b;
	printf("%d %d %d %d %d %d %d\n", this->b->a, this->b->b, this->b->c,
	    this->b->d, this->b->e, this->b->f, this->b->g);
	b.b = 0;
	b.c++;
	b.d -= 2;
	b.f ^= 3;
	printf("%d %d %d %d %d %d %d\n", b.a++, b.b, b.c, b.d, b.e, b.f, b.g);
	printf("%d\n", b.a);
	printf("%d %d %d %d\n", sizeof (struct bits), sizeof (struct ip),
	    sizeof (struct { int a:1; }), sizeof (struct { int a:9, b:8; }));
	printf("%d %d %d %d %d\n", sizeof (struct { int a:1, b:3; }),
	    sizeof (struct { int a:1, b:3, c:3, d:3; }),
	    sizeof (struct { int c:12, a:10, b:3; }),
	    sizeof (struct { char a:2; short b:12; long c:32; }),
	    sizeof (struct { int a:20, b:3, c:12; }));
	printf("%d %d %d\n", sizeof (struct mixed),
	    offsetof(struct mixed, handler), offsetof(struct ip, len));
	this->i = (struct ip *)alloca(sizeof (struct ip));
	this->i->version = 4;
	this->i->ihl = 5;
	this->i->len = 0x1234;
	printf("%x\n", *(uint32_t *)this->i);
	m.handler = NULL;
	f = (compare_f)0x1000;
	g = 0;
	limit = 3;
	printf("%d %p %d %d\n", m.handler == NULL, f, g == 0, limit);
	exit(0);
}

/* >>> output
-1 -11 13653 -2863311531 -178956971 10 1
-1 0 13654 -2863311533 -178956971 9 1
0
22 4 1 3
2 4 5 8 6
24 8 2
12340045
1 1000 1 3
<<< */
