/* SPDX-License-Identifier: MIT */
/*
 * The inlines and translators of a random program.  A use is the expression of
 * the definition with the arguments in place of its parameters: which of its
 * parts are constants, and so their types, is known only then.  model.h
 * includes this.
 */
#ifndef NAMED_H
#define NAMED_H

/* --- values --------------------------------------------------------------- */

static uint64_t eval_named(struct model *m, struct node *n)
{
	uint64_t v = eval(m, n->a);

	memcpy(n->s, n->a->s, STRSIZE);
	return n->type == STRING ? 0 : cast(n->a->type, n->type, v);
}

/* What the translator to struct in makes of an integer. */
static struct in translate(struct model *m, struct node *n)
{
	uint64_t v = cast(n->type, LONG, eval(m, n));

	return (struct in){ .x = v, .y = v * 3 };
}

/*
 * Nothing is copied after a fault.  The source is a struct, an integer to
 * translate, or without either all zero.
 */
static uint64_t eval_copy(struct model *m, struct node *n)
{
	static const struct s zero;
	struct s *to = eval_struct(m, &n->place);
	struct s from = n->a ? *eval_struct(m, &n->a->place) : zero;

	if (n->b)
		from.in = translate(m, n->b);
	if (m->fault)
		return 0;
	if (n->op)
		to->in = from.in;
	else
		*to = from;
	return 0;
}

/* --- uses ----------------------------------------------------------------- */

static struct node *copy(struct model *m, const struct node *n,
			 const struct node *use);

static void copy_place(struct model *m, struct place *p, const struct node *use)
{
	struct node *index = p->index;

	if (p->input) {
		*p = (struct place){ .object = use->place.object,
			.member = p->member, .index = index };
	}
	p->at = copy(m, p->at, use);
	p->index = copy(m, p->index, use);
}

static struct node *expand(struct model *m, struct node *use)
{
	const struct named *d = &m->named[use->op];

	use->a = copy(m, d->expr, use);
	use->type = d->type;
	use->konst = use->a->konst;
	if (use->konst && d->kind == PLAIN)
		use->type = use->a->type;
	return use;
}

/* Copy an expression of a definition, for this use. */
static struct node *copy(struct model *m, const struct node *n,
			 const struct node *use)
{
	struct node *to;

	if (!n)
		return NULL;
	to = make(m, n->kind, n->type);
	*to = *n;
	if (n->kind == PARAM) {
		to->a = n->op == 0 ? use->b : use->c;
		to->konst = to->a->konst;
		return to;
	}
	to->b = copy(m, n->b, use);
	to->c = copy(m, n->c, use);
	to->key = copy(m, n->key, use);
	if (n->var == PLACE)
		copy_place(m, &to->place, use);
	if (n->kind == NAMED)
		return expand(m, to);
	to->a = copy(m, n->a, use);
	return typed(m, to);
}

/* --- random ones ---------------------------------------------------------- */

static struct node *argument_of(struct model *m, int type, int depth)
{
	return type == STRING ? string_expr(m, depth) : expr(m, depth);
}

/* The number of inlines and translators that are defined so far. */
static int nnamed(const struct model *m)
{
	return m->defining ? (int)(m->defining - m->named) : m->nnamed;
}

/* A use of an inline or a translator; NULL if there is none. */
static struct node *random_use(struct model *m, bool string, int depth)
{
	int n = nnamed(m), i = n > 0 ? (int)rnd(n) : 0;
	const struct named *d = &m->named[i];
	struct node *use;

	if (n == 0 || m->pure || (d->type == STRING) != string)
		return NULL;
	use = make(m, NAMED, d->type);
	use->op = i;
	use->value = rnd(2);
	if (d->kind == OF_STRUCT) {
		use->var = PLACE;
		use->place.object = rnd(POINTER_S + 1);
	}
	if (d->nparams > 0)
		use->b = argument_of(m, d->params[0], depth);
	if (d->nparams > 1)
		use->c = argument_of(m, d->params[1], depth);
	return expand(m, use);
}

/* A parameter of what is being defined; NULL if it has none of this kind. */
static struct node *random_param(struct model *m, bool string)
{
	const struct named *d = m->defining;
	int i = d && d->nparams > 0 ? (int)rnd(d->nparams) : 0;
	struct node *n;

	if (!d || d->nparams == 0 || (d->params[i] == STRING) != string)
		return NULL;
	n = make(m, PARAM, d->params[i]);
	n->op = i;
	return n;
}

static void define(struct model *m)
{
	struct named *d = &m->named[m->nnamed];

	*d = (struct named){ .kind = rnd(4), .type = rnd(NTYPES) };
	if (d->kind == OF_STRUCT && d->type == STRING)
		d->type = INT;
	d->nparams = d->kind == OF_PARAMS ? (int)rnd(MAXPARAMS) + 1 :
		     d->kind == OF_INT;
	for (int i = 0; i < d->nparams; i++)
		d->params[i] = rnd(d->kind == OF_INT ? NINTS : NTYPES);
	m->defining = d;
	d->expr = argument_of(m, d->type, 3);
	m->defining = NULL;
	m->nnamed++;
}

/* A member of a struct that a statement has just used. */
static struct node *member_of(struct model *m, const struct place *p,
			      const char *name)
{
	struct node *n = make(m, VAR, INT);
	int i = 0;

	while (strcmp(members[i].name, name) != 0)
		i++;
	n->var = PLACE;
	n->place = *p;
	n->place.member = i;
	n->type = place_type(&n->place);
	return n;
}

static struct node *random_copy(struct model *m)
{
	struct node *n = make(m, COPY, INT);

	n->var = PLACE;
	n->place.object = rnd(NSTRUCTOBJS);
	index_struct(m, &n->place);
	if (n->place.object < ELEM_S && rnd(4) == 0) {
		n->b = key_expr(m, LONG);
		n->op = true;
		return n;
	}
	if (n->place.object >= ELEM_S && rnd(4) == 0)
		return n;
	n->a = make(m, VAR, INT);
	n->a->var = PLACE;
	n->a->place.object = rnd(NSTRUCTOBJS);
	index_struct(m, &n->a->place);
	n->op = n->place.object < ELEM_S && rnd(3) == 0;
	return n;
}

/* --- as text -------------------------------------------------------------- */

static void put_copy(FILE *fp, const struct model *m, const struct node *n)
{
	const char *part = n->op ? "in" : NULL;

	put_struct(fp, m, &n->place, part);
	fprintf(fp, " = ");
	if (n->a) {
		put_struct(fp, m, &n->a->place, part);
	} else if (n->b) {
		fprintf(fp, "xlate <struct in> (");
		put(fp, m, n->b);
		fprintf(fp, ")");
	} else {
		fprintf(fp, "0");
	}
}

static void put_input(FILE *fp, const struct model *m, const struct node *use)
{
	if (use->var != PLACE) {
		put(fp, m, use->b);
		return;
	}
	fprintf(fp, use->place.object == POINTER_S ? "" : "&");
	put_object(fp, m, &use->place);
}

static void put_use(FILE *fp, const struct model *m, const struct node *use)
{
	const struct named *d = &m->named[use->op];

	if (d->kind >= OF_INT) {
		fprintf(fp, "xlate <struct o%d_%d%s> (", m->program, use->op,
			use->value ? " *" : "");
		put_input(fp, m, use);
		fprintf(fp, ")%sv", use->value ? "->" : ".");
		return;
	}
	fprintf(fp, "n%d_%d", m->program, use->op);
	if (use->b) {
		fprintf(fp, "[");
		put(fp, m, use->b);
		if (use->c) {
			fprintf(fp, ", ");
			put(fp, m, use->c);
		}
		fprintf(fp, "]");
	}
}

static void put_inline(FILE *fp, const struct model *m, int i)
{
	const struct named *d = &m->named[i];

	fprintf(fp, "inline %s n%d_%d", types[d->type].name, m->program, i);
	for (int k = 0; k < d->nparams; k++)
		fprintf(fp, "%s%s q%d", k == 0 ? "[" : ", ",
			types[d->params[k]].name, k);
	fprintf(fp, "%s = ", d->nparams > 0 ? "]" : "");
	put(fp, m, d->expr);
	fprintf(fp, ";\n");
}

static void put_translator(FILE *fp, const struct model *m, int i)
{
	const struct named *d = &m->named[i];

	fprintf(fp, "struct o%d_%d { char unused; %s v; };\n"
		"translator struct o%d_%d < %s%s > {\n\tv = ", m->program, i,
		types[d->type].name, m->program, i, d->kind == OF_STRUCT ?
		"struct s *" : types[d->params[0]].name,
		d->kind == OF_STRUCT ? "P" : " q0");
	put(fp, m, d->expr);
	fprintf(fp, ";\n};\n");
}

static void put_named(FILE *fp, const struct model *m)
{
	for (int i = 0; i < m->nnamed; i++) {
		if (m->named[i].kind >= OF_INT)
			put_translator(fp, m, i);
		else
			put_inline(fp, m, i);
	}
}

#endif
