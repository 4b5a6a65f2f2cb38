/* SPDX-License-Identifier: MIT */
/*
 * The memory of a random program: structs, arrays and the memory behind
 * pointers.  model.h includes this.
 */
#ifndef PLACES_H
#define PLACES_H

enum { NMEMBERS = 13, TEXT_MEMBER = 10 };

/* The members of struct s; of an array `elems` elements. */
static const struct {
	const char *name;
	int type, elems;
} members[NMEMBERS] = {
	{ "c", CHAR, 0 }, { "us", USHORT, 0 }, { "b3", INT, 0 },
	{ "b7", UINT, 0 }, { "b35", LONG, 0 }, { "i", INT, 0 },
	{ "l", LONG, 0 }, { "in.x", SHORT, 0 }, { "in.y", UINT, 0 },
	{ "w.whole", ULONG, 0 }, [TEXT_MEMBER] = { "str", CHAR, 8 },
	{ "w.byte", UCHAR, 8 }, { "a", USHORT, 4 },
};

static const struct {
	const char *name;		/* %d: the program */
	const char *after;		/* what precedes a member */
	int type;			/* of items */
} objects[NOBJECTS] = {
	[GLOBAL_S] = { "g%d", ".", 0 },
	[THIS_S] = { "this->t%d", ".", 0 },
	[POINTER_S] = { "this->ptr%d", "->", 0 },
	[ARRAY_S] = { "a%d", ".", 0 },
	[ELEM_S] = { "e[%d, ", ".", 0 },
	[SELF_S] = { "self->s%d", ".", 0 },
	[ITEMS] = { "x%d", "", SHORT },
	[THIS_ITEMS] = { "this->y%d", "", UINT },
	[POINTER_ITEMS] = { "this->q%d", "", LONG },
	[ALIAS] = { "this->r%d", "", SHORT },	/* points to ITEMS */
};

/* The inlines that stand for the first structs, which are written by them. */
static const char *const aliases[] = {
	[GLOBAL_S] = "ig%d", [THIS_S] = "it%d", [POINTER_S] = "ip%d",
};

static void put_objects(FILE *fp, int n)
{
	fprintf(fp, "struct s g%d, a%d[%d]; self struct s s%d;\n"
		"this struct s t%d, *ptr%d; short x%d[%d]; this short *r%d;\n"
		"this uint32_t y%d[%d]; this int64_t *q%d;\n", n, n, NSTRUCTS,
		n, n, n, n, NITEMS, n, n, NITEMS, n);
	fprintf(fp, "inline struct s ig%d = g%d; inline struct s it%d = "
		"this->t%d;\ninline struct s *ip%d = this->ptr%d;\n", n, n, n,
		n, n, n);
}

/* The value of the pointer to a struct. */
static const struct {
	enum object object;
	const char *value;		/* %d: the program */
} pointees[] = {
	{ POINTER_S, "(struct s *)alloca(sizeof (struct s))" },
	{ GLOBAL_S, "&g%d" }, { THIS_S, "&this->t%d" },
};

static void put_pointers(FILE *fp, const struct model *m)
{
	int n = m->program;

	fprintf(fp, "\tthis->ptr%d = ", n);
	fprintf(fp, pointees[m->pointee].value, n);
	fprintf(fp, ";\n\tthis->q%d = (int64_t *)alloca(%d * "
		"sizeof (int64_t));\n\tthis->r%d = %sx%d%s;\n", n, NITEMS, n,
		n % 2 ? "&" : "", n, n % 2 ? "[0]" : "");
}

static int place_type(const struct place *p)
{
	return p->object >= ITEMS ? objects[p->object].type :
	       members[p->member].type;
}

/* Is an index checked only when memory is read or written? */
static bool is_item_pointer(const struct place *p)
{
	return p->object == POINTER_ITEMS || p->object == ALIAS;
}

/* --- values --------------------------------------------------------------- */

static uint64_t get_member(const struct s *s, int member, uint64_t i)
{
	switch (member) {
	case 0: return s->c;
	case 1: return s->us;
	case 2: return s->b3;
	case 3: return s->b7;
	case 4: return s->b35;
	case 5: return s->i;
	case 6: return s->l;
	case 7: return s->in.x;
	case 8: return s->in.y;
	case 9: return s->w.whole;
	case TEXT_MEMBER: return s->str[i];
	case 11: return s->w.byte[i];
	default: return s->a[i];
	}
}

static void set_member(struct s *s, int member, uint64_t i, uint64_t v)
{
	switch (member) {
	case 0: s->c = v; break;
	case 1: s->us = v; break;
	case 2: s->b3 = v; break;
	case 3: s->b7 = v; break;
	case 4: s->b35 = v; break;
	case 5: s->i = v; break;
	case 6: s->l = v; break;
	case 7: s->in.x = v; break;
	case 8: s->in.y = v; break;
	case 9: s->w.whole = v; break;
	case TEXT_MEMBER: s->str[i] = v; break;
	case 11: s->w.byte[i] = v; break;
	default: s->a[i] = v; break;
	}
}

/* Evaluate an index; 0 and a fault if it is out of bounds. */
static uint64_t eval_index(struct model *m, struct node *n, uint64_t count)
{
	uint64_t i = n ? eval(m, n) : 0;

	if (i < count)
		return i;
	fail_model(m, DTRACEFLT_BADADDR);
	return 0;
}

static struct s *eval_struct(struct model *m, const struct place *p)
{
	int object = p->object == POINTER_S ? pointees[m->pointee].object :
		     p->object;

	return &m->s[object][eval_index(m, p->at, NSTRUCTS)];
}

static uint64_t *eval_item(struct model *m, const struct place *p)
{
	int object = p->object == ALIAS ? ITEMS : p->object;

	return &m->items[object][eval_index(m, p->index, NITEMS)];
}

static uint64_t element(struct model *m, const struct place *p)
{
	return p->index ? eval_index(m, p->index, members[p->member].elems) :
	       0;
}

static uint64_t get_place(struct model *m, const struct place *p)
{
	struct s *s;

	if (p->object >= ITEMS)
		return *eval_item(m, p);
	s = eval_struct(m, p);
	return get_member(s, p->member, element(m, p));
}

static void set_place(struct model *m, const struct place *p, uint64_t v)
{
	uint64_t *item = p->object >= ITEMS ? eval_item(m, p) : NULL;
	struct s *s = item ? NULL : eval_struct(m, p);
	uint64_t i = item ? 0 : element(m, p);

	if (m->fault)
		return;
	if (item)
		*item = cut(objects[p->object].type, v);
	else
		set_member(s, p->member, i, v);
}

/* An array of characters ends at a NUL or with the array. */
static void get_text(struct model *m, const struct place *p, char *to)
{
	const struct s *s = eval_struct(m, p);

	memcpy(to, s->str, sizeof(s->str));
	to[sizeof(s->str)] = '\0';
}

/* --- random places -------------------------------------------------------- */

/* An index that is out of bounds, which the compiler cannot know. */
static struct node *index_outside(struct model *m, int count)
{
	struct node *n = scalar(m, m->used[rnd(NFIXED)]);

	n = binary(m, AND, n, literal(m, INT, 3));
	return binary(m, OR, n, literal(m, INT, count));
}

/*
 * A random index, mostly in the array.  An array in a struct behind a pointer
 * has no bounds; far outside a pointer's memory no address is valid.
 */
static struct node *random_index(struct model *m, int object, int count)
{
	struct node *n;

	switch (rnd(object == POINTER_S ? 7 : 8)) {
	case 7:
		if (object >= POINTER_ITEMS)
			return literal(m, LONG, (uint64_t)1 << 60);
		return index_outside(m, count);
	case 0:
	case 1:
		n = key_expr(m, INT);
		return binary(m, AND, n, literal(m, INT, count > 4 ? 3 : 1));
	default:
		return literal(m, INT, rnd(count));
	}
}

static void index_struct(struct model *m, struct place *p)
{
	p->alias = p->object <= POINTER_S && rnd(4) == 0;
	if (p->object == ELEM_S)
		p->at = literal(m, INT, rnd(NSTRUCTS));
	else if (p->object == ARRAY_S)
		p->at = random_index(m, ARRAY_S, NSTRUCTS);
}

static void random_place(struct model *m, struct place *p, bool text)
{
	*p = (struct place){ .object = rnd(text ? NSTRUCTOBJS : NOBJECTS) };
	if (p->object >= ITEMS) {
		p->index = random_index(m, p->object, NITEMS);
		return;
	}
	p->input = m->defining && m->defining->kind == OF_STRUCT && rnd(2);
	if (!p->input)
		index_struct(m, p);
	p->member = text ? TEXT_MEMBER : rnd(NMEMBERS);
	if (!text && members[p->member].elems > 0)
		p->index = random_index(m, p->input ? POINTER_S : p->object,
					members[p->member].elems);
}

/* --- as text -------------------------------------------------------------- */

static void put_index(FILE *fp, const struct model *m, const struct node *n)
{
	if (!n)
		return;
	fprintf(fp, "[");
	put(fp, m, n);
	fprintf(fp, "]");
}

static void put_object(FILE *fp, const struct model *m, const struct place *p)
{
	fprintf(fp, p->alias ? aliases[p->object] : objects[p->object].name,
		m->program);
	if (p->object == ELEM_S) {
		put(fp, m, p->at);
		fprintf(fp, "]");
	} else {
		put_index(fp, m, p->at);
	}
}

static void put_place(FILE *fp, const struct model *m, const struct place *p)
{
	if (p->input) {
		fprintf(fp, "P->");
	} else {
		put_object(fp, m, p);
		fprintf(fp, "%s", objects[p->object].after);
	}
	if (p->object < ITEMS)
		fprintf(fp, "%s", members[p->member].name);
	put_index(fp, m, p->index);
}

/* Write a struct, or the struct in it that `part` names. */
static void put_struct(FILE *fp, const struct model *m, const struct place *p,
		       const char *part)
{
	fprintf(fp, p->object == POINTER_S && !part ? "*" : "");
	put_object(fp, m, p);
	if (part)
		fprintf(fp, "%s%s", objects[p->object].after, part);
}

#endif
