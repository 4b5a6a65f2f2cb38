/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A name is a type unless it is a variable, and what follows "." may
 * be a word of D; prototypes and externs that nothing uses are accepted; lines
 * that begin with #! are skipped.
 */
typedef int foo;
foo foo;
struct words {
	int probe, provider, self, string, stringof, userland, xlate,
	    translator;
} w;
struct { int x, y; } command[int];
enum e { A, B, C = B + 4, D, E = D + 1 };
static int f(int);
extern int g(void), undefined_one;
int (*pointer)(void);
self depth;
int a[5];
inline int OPT = 1;

BEGIN
{
	foo = 3;
	w.probe = 1;
	w.self = 2;
	w.stringof = w.probe + w.self;
	command[1].x = 5;
	command[2].x = 6;
	printf("%d %d %d %d\n", foo, w.stringof, command[1].x, command[2].x);
	printf("%d %d %d %d %d\n", A, B, C, D, E);
	printf("%d %d %d %d\n", sizeof (pointer), sizeof (self->depth),
	    sizeof (ulong), sizeof (uint) + sizeof (ushort));
	p = a;
	p[0] = 3;
	printf("%d\n", a[0]);
	OPT ? printf("chosen\n") : 1;
}

#! a line of another script
BEGIN
{
	; x = 2;
	if (x == 1) {
		printf("a\n");
	} else if (x == 2)
		printf("b\n");
	else {
		printf("c\n");
	}
	exit(0)
}

/* >>> output
3 3 5 6
0 1 5 6 7
8 4 8 6
3
chosen
b
<<< */
