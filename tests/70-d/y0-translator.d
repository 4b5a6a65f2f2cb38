/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A translator gives each member of a struct as an expression of its
 * input, which is evaluated where the member is used, and cast to its type.
 * run: -r 'printf "\001\002\000\000hello\000\000\000\000\000\000\000" >/dev/null; :'
 */
struct from {
	int n;
	char name[8];
	};

typedef struct to {
	uint8_t low;
	int twice;
	char text[16];
	char *where;
	struct from in;
	long never;
} to_t;

typedef struct { int x; } bare_t;

translator to_t < struct from *F > {
	low = F->n;
	twice = F->n + F->n;
	text = F->name;
	where = &F->name[1];
	in = *F;
};

translator to_t < int N > {
	low = N;
	twice = 2 * N;
	text = N == 0 ? "zero" : "number";
};

/* The struct itself, from another translation of the same input. */
translator bare_t < struct from F > { x = xlate <to_t> (&F).twice; };
translator bare_t < bare_t *B > { x = B->x + xlate <to_t> (3).twice; };
translator bare_t < struct opaque *O > { };

this struct from *f;
this bare_t *b;

inline to_t *front = xlate <to_t *> (this->f);
inline to_t number[int n] = xlate <to_t> (n);
inline int doubled[int n] = number[n].twice + 0;

syscall::write:entry
/pid == $target && arg2 == 16/
{
	this->f = (struct from *)copyin(arg1, 16);
	this->b = (bare_t *)this->f;

	printf("%d %d %s %d\n", xlate <to_t> (this->f).low,
	    xlate <to_t *> (this->f)->twice, xlate <to_t> (this->f).text,
	    xlate<to_t>(this->f).where == &this->f->name[1]);
	printf("%d %s %d\n", xlate <to_t> (this->f).in.n,
	    xlate <to_t> (this->f).in.name,
	    (*xlate <to_t *> (this->f)).low);
	printf("%d %d %s %s\n", xlate <to_t> (300).low,
	    xlate <struct to> ((short)-7).twice, xlate <to_t> (0).text,
	    xlate <to_t> (1).text);
	printf("%d %d\n", xlate <bare_t> (*this->f).x,
	    xlate <bare_t *> (this->b)->x);
	printf("%d %s %d %d\n", front->twice, front->text, number[21].twice,
	    doubled[doubled[5]]);
	@[front->text, number[260].low] = sum(front->twice);
	self->kept = front->text;
	printf("%s %d %d\n", self->kept, sizeof (xlate <to_t> (1)),
	    number[1].twice == 2 && number[0].twice == 0);
	exit(0);
}

/* >>> output
1 1026 hello 1
513 hello 1
44 -14 zero number
1026 519
1026 hello 42 20
hello 56 1
  hello                                                4             1026
<<< */
