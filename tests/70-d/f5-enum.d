/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program can define enums.  Their enumerators are constants, in
 * later enumerators, too; the declarations of C headers are accepted.
 */
enum color { RED, GREEN = 5, BLUE, BOTH = GREEN | BLUE, LOW = -1, };
typedef enum { FIRST = BLUE + 1, SECOND } order_t;
enum { SIZE = sizeof (int) * 2 };

struct pixel {
	enum color c;
	order_t o[SIZE];
};

extern int errno_location, *more[4];
extern int printf_like(const char *format, ...);
extern struct pixel *find(int (*compare)(void *, void *), int n[], long);
int plain(void), second(int, char *name);

enum color tint;
self mark;
this word, other;

BEGIN
{
	printf("%d %d %d %d %d\n", RED, GREEN, BLUE, BOTH, LOW);
	printf("%d %d %d %d\n", FIRST, SECOND, SIZE, sizeof (struct pixel));
	tint = BLUE;
	self->mark = B_TRUE;
	this->word = B_FALSE;
	printf("%d %d %d %d\n", tint == BLUE, self->mark, this->word,
	    sizeof (boolean_t) + sizeof (self->mark));
	BLUE == 6 ? printf("chosen\n") : exit("never checked");
	BLUE == 7 ? trace(execname + 1) : RED ? 1 : printf("nested\n");
	B_TRUE ? (@[1 ? "one" : 2] = count()) : 0;
	printf("%s\n", 1 ? "text" : 0);
	exit(0);
}

/* >>> output
0 5 6 7 -1
7 8 8 36
1 1 0 8
chosen
nested
text
  one                                                               1
<<< */
