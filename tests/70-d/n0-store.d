/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program writes to memory of alloca() and copyin() through
 * pointers: *p, p[i], p->m, p->a[i], ++ and op=; a value is cut to the size of
 * its place, and the address is computed once.
 * run: -x scratchsize=16k
 */
struct inner {
	char c;
	short s[3];
};

struct all {
	int i;
	struct inner in[2];
	union {
		uint64_t whole;
		uint8_t byte[8];
	};
	struct all *next;
	char name[8];
};

BEGIN
{
	this->p = (int *)alloca(16);
	*this->p = -3;
	this->p[1] = 0x123456789;
	this->p[2] = this->p[0] = 7;
	this->p[3]++;
	this->i = 0;
	this->p[++this->i] += 1;
	++this->p[2];
	this->p[2] *= this->p[2]--;
	printf("%d %x %d %d %d\n", this->p[0], this->p[1], this->p[2],
	    this->p[3]++, this->i);
	this->q = this->p;
	*this->q++ = 100;
	*(this->q + 1) = 200;
	printf("%d %d %d\n", this->p[0], this->p[2], this->p[3]);
}

BEGIN
{
	this->a = (struct all *)alloca(sizeof (struct all));
	this->a->i = -1;
	this->a->in[1].s[2] = 0x18001;
	this->a->in[0].c = 'x';
	this->a->whole = 0x1122334455667788;
	this->a->byte[7] = 0xaabb;
	this->a->next = this->a;
	this->a->next->next->name[0] = 'h';
	this->a->name[1] = 'i';
	printf("%d %d %c %x %s\n", this->a->i, this->a->in[1].s[2],
	    this->a->next->in[0].c, this->a->whole, this->a->name);
	*(uint64_t *)&this->a->byte[0] = 5;
	((struct all *)((char *)this->a + 8))->i = 'y';
	printf("%d %d %s\n", this->a->byte[0], sizeof (this->a->byte[0]++),
	    this->a->name);
	this->b = (struct all *)alloca(sizeof (struct all));
	*this->b = *this->a;
	this->b->in[0] = this->a->in[1];
	printf("%d %d %s %d\n", this->b->i, this->b->in[0].s[2], this->b->name,
	    this->b->next == this->a);
	exit(0);
}

/* >>> output
7 2345678a 64 1 1
100 200 2
-1 -32767 x bb22334455667788 hi
5 1 hi
-1 -32767 hi 1
<<< */
