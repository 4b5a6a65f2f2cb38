/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct or union that the program defines lies in memory as in
 * C, and its members are read through pointers.
 */
struct point {
	int x, y;
};

typedef struct point point_t, *point_p;

struct all {
	char c;
	short s;
	char name[3];
	long l;
	struct point at[2];
	union {
		uint32_t whole;
		uint8_t byte[4];
	};
	struct { char a; uint64_t b; } in;
	struct all *next;
	unsigned char last;
};

struct right;
struct left {
	char c;
	struct right *right;
	struct later *later;
};
struct right {
	int n;
	struct left left;
};
struct later {
	char text[12];
};

BEGIN
{
	printf("%d %d %d\n", sizeof(((struct left *)0)->right->left),
	    offsetof(struct right, left),
	    sizeof(((struct left *)0)->later->text));
	printf("%d %d %d\n", sizeof(struct point), sizeof(struct all),
	    sizeof(union { char c[9]; int i; }));
	printf("%d %d %d %d %d %d %d %d\n", offsetof(struct all, s),
	    offsetof(struct all, name), offsetof(struct all, l),
	    offsetof(struct all, at), offsetof(struct all, byte),
	    offsetof(struct all, in), offsetof(struct all, next),
	    offsetof(struct all, last));
	this->a = (struct all *)alloca(sizeof(struct all));
	printf("%d %d [%s] %p\n", this->a->c, this->a->at[1].y, this->a->name,
	    this->a->next);
	exit(0);
}

/* >>> output
24 8 12
8 72 12
2 4 8 16 32 40 56 64
0 0 [] 0
<<< */
