/* SPDX-License-Identifier: MIT */
/*
 * build_arr.c - elements of associative arrays.  Keys are evaluated into
 * registers and temporaries, and stored in the slot just before each use, since
 * the code in between may store the key of another element there.  Integers
 * come first in a key, so that their positions are constant.
 */
#include "ir/build.h"

#define	PREFIX	2		/* words that the runtime fills in first */

struct dt_irelem {
	struct dt_irelem *outer;
	const struct dt_node *n;
	uint32_t key[DT_MAXKEYS];	/* integers: register; strings, structs:
					 * temporary */
	uint32_t words;
};

static uint32_t
string_words(const struct dt_irbuild *b)
{
	return 1 + (b->strsize + 7) / 8;
}

static void
needs(struct dt_irbuild *b, const struct dt_irelem *e)
{
	const struct dt_ident *id = e->n->ident;

	if (id->kind == DT_ID_SELF)
		b->fn->needs |= DT_NEED_DYNSELF | DT_NEED_TASK;
	if (e->words > b->fn->dyn_words)
		b->fn->dyn_words = e->words;
}

static void
open_elem(struct dt_irbuild *b, const struct dt_node *n, struct dt_irelem *e)
{
	const struct dt_ident *id = n->ident;
	const struct dt_node *k = n->left;

	e->n = n;
	e->words = PREFIX;
	for (uint32_t i = 0; k != NULL && i < id->nkeys; i++, k = k->next) {
		if (!dt_type_isint(&id->keys[i].type)) {
			e->key[i] = dt_irb_str(b, k);
			e->words += string_words(b);
			continue;
		}
		e->key[i] = dt_irb_expr(b, k);
		e->words++;
	}
	if (e->words > DT_MAXKEYWORDS)
		dt_diag_set(b->diag, D_CG_EXPR, n->line,
		    "the key of %s[] takes %u words of 8 bytes, it may take "
		    "%u: lower strsize", id->name, e->words, DT_MAXKEYWORDS);
	needs(b, e);
	e->outer = b->elems;
	b->elems = e;
}

static void
close_elem(struct dt_irbuild *b, const struct dt_irelem *e)
{
	b->elems = e->outer;
}

/* The position of the next key word: reg, or `at` if reg is 0. */
struct place {
	uint32_t reg, at;
};

static void
place_arg(struct dt_irins *i, const struct place *p)
{
	if (p->reg != 0)
		dt_irb_argv(i, p->reg);
	else
		dt_irb_arg(i, DT_IRA_IMM, p->at);
}

static void
put_int(struct dt_irbuild *b, struct place *p, uint32_t v)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_DYNKEY);

	i->a = v;
	i->imm = p->at++;
}

static void
put_string(struct dt_irbuild *b, struct place *p, uint32_t temp)
{
	struct dt_irins *i = dt_irb_call(b, DT_RT_dyn_key, 4, false);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	place_arg(i, p);
	dt_irb_arg(i, DT_IRA_TEMP, temp);
	p->reg = i->d;
}

/* Call a function whose first parameters are the key. */
static struct dt_irins *
call(struct dt_irbuild *b, const struct dt_irelem *e, enum dt_rtfn fn,
    uint32_t width)
{
	const struct dt_ident *id = e->n->ident;
	struct place p = { 0, PREFIX };
	struct dt_irins *i;

	for (uint32_t k = 0; k < id->nkeys; k++)
		if (dt_type_isint(&id->keys[k].type))
			put_int(b, &p, e->key[k]);
	for (uint32_t k = 0; k < id->nkeys; k++)
		if (!dt_type_isint(&id->keys[k].type))
			put_string(b, &p, e->key[k]);
	i = dt_irb_call(b, fn, width, false);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_argvar(i, DT_IRA_VAR, id);
	place_arg(i, &p);
	return i;
}

static uint32_t
load(struct dt_irbuild *b, const struct dt_irelem *e)
{
	return call(b, e, DT_RT_dyn_get, 8)->d;
}

static void
store(struct dt_irbuild *b, const struct dt_irelem *e, uint32_t v)
{
	dt_irb_argv(call(b, e, DT_RT_dyn_set, 0), v);
}

uint32_t
dt_irb_elem(struct dt_irbuild *b, const struct dt_node *n)
{
	struct dt_irelem e;
	uint32_t v;

	open_elem(b, n, &e);
	v = load(b, &e);
	close_elem(b, &e);
	return v;
}

uint32_t
dt_irb_setelem(struct dt_irbuild *b, const struct dt_node *n)
{
	struct dt_irelem e;
	uint32_t v;

	open_elem(b, n->left, &e);
	v = dt_irb_expr(b, n->right);
	store(b, &e, v);
	close_elem(b, &e);
	return v;
}

uint32_t
dt_irb_incelem(struct dt_irbuild *b, const struct dt_node *n)
{
	struct dt_irelem e;
	uint32_t v;

	open_elem(b, n->left, &e);
	v = load(b, &e);
	store(b, &e, dt_irb_opi(b, DT_IR_ADD, v, n->value));
	close_elem(b, &e);
	return v;
}

uint32_t
dt_irb_oldelem(struct dt_irbuild *b, const struct dt_node *n)
{
	const struct dt_irelem *e = b->elems;

	while (e != NULL && e->n != n->left)
		e = e->outer;
	if (e != NULL)
		return load(b, e);
	dt_diag_set(b->diag, D_UNKNOWN, n->line,
	    "internal error: the element assigned here was not evaluated");
	return dt_irb_const(b, 0);
}

void
dt_irb_elemstr(struct dt_irbuild *b, const struct dt_node *n, uint32_t dst)
{
	struct dt_irelem e;

	open_elem(b, n, &e);
	dt_irb_arg(call(b, &e, DT_RT_dyn_getstr, 0), DT_IRA_TEMP, dst);
	close_elem(b, &e);
}

void
dt_irb_setelemstr(struct dt_irbuild *b, const struct dt_node *n, uint32_t dst)
{
	struct dt_irelem e;

	open_elem(b, n->left, &e);
	dt_irb_strto(b, n->right, dst);
	dt_irb_arg(call(b, &e, DT_RT_dyn_setstr, 0), DT_IRA_TEMP, dst);
	close_elem(b, &e);
}

/* --- structs: a copy in a temporary, as a string of that length ----------- */

struct dt_ircopy {
	struct dt_ircopy *outer;
	const struct dt_node *addr;	/* of the struct, an ADDR */
	struct dt_irelem elem;
	uint32_t temp;
};

/* Evaluate the keys of v, a VAR or an ELEM. */
static void
open_var(struct dt_irbuild *b, const struct dt_node *v, struct dt_irelem *e)
{
	e->n = v;
	if (v->kind == DT_N_ELEM)
		open_elem(b, v, e);
}

static void
close_var(struct dt_irbuild *b, const struct dt_irelem *e)
{
	if (e->n->kind == DT_N_ELEM)
		close_elem(b, e);
}

static void
get_var(struct dt_irbuild *b, const struct dt_irelem *e, uint32_t temp)
{
	if (e->n->kind == DT_N_ELEM)
		dt_irb_arg(call(b, e, DT_RT_dyn_getstr, 0), DT_IRA_TEMP, temp);
	else
		dt_irb_loadstr(b, e->n->ident, temp);
}

static void
set_var(struct dt_irbuild *b, const struct dt_irelem *e, uint32_t temp)
{
	if (e->n->kind == DT_N_ELEM)
		dt_irb_arg(call(b, e, DT_RT_dyn_setstr, 0), DT_IRA_TEMP, temp);
	else
		dt_irb_storestr(b, e->n->ident, temp);
}

static uint32_t
address(struct dt_irbuild *b, uint32_t temp, uint32_t size)
{
	struct dt_irins *i = dt_irb_call(b, DT_RT_obj_open, 8, false);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_TEMP, temp);
	dt_irb_arg(i, DT_IRA_IMM, size);
	return i->d;
}

uint32_t
dt_irb_copyof(struct dt_irbuild *b, const struct dt_node *addr)
{
	const struct dt_ircopy *c = b->copies;
	uint32_t size = addr->left->type.size, temp;
	struct dt_irelem e;

	while (c != NULL && c->addr != addr)
		c = c->outer;
	if (c != NULL)
		return address(b, c->temp, size);
	temp = dt_irb_temp(b, dt_ir_strtemp(b->strsize));
	open_var(b, addr->left, &e);
	get_var(b, &e, temp);
	close_var(b, &e);
	return address(b, temp, size);
}

struct dt_ircopy *
dt_irb_opencopy(struct dt_irbuild *b, const struct dt_node *addr)
{
	struct dt_ircopy *c = dt_arena_alloc(b->arena, sizeof(*c));

	if (c == NULL) {
		dt_diag_nomem(b->diag);
		return NULL;
	}
	c->addr = addr;
	c->temp = dt_irb_temp(b, dt_ir_strtemp(b->strsize));
	open_var(b, addr->left, &c->elem);
	get_var(b, &c->elem, c->temp);
	c->outer = b->copies;
	b->copies = c;
	return c;
}

/* Give a string in a temporary the length up to its first NUL. */
static void
measure(struct dt_irbuild *b, uint32_t temp)
{
	uint32_t at = address(b, temp, 0);
	struct dt_irins *i = dt_irb_call(b, DT_RT_str_kernel, 0, false);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_TEMP, temp);
	dt_irb_argv(i, at);
	dt_irb_arg(i, DT_IRA_IMM, b->strsize);
}

void
dt_irb_closecopy(struct dt_irbuild *b, struct dt_ircopy *c)
{
	if (c == NULL)
		return;
	b->copies = c->outer;
	if (dt_type_isstring(&c->addr->left->type))
		measure(b, c->temp);
	set_var(b, &c->elem, c->temp);
	close_var(b, &c->elem);
}

void
dt_irb_setcopy(struct dt_irbuild *b, const struct dt_node *addr, uint32_t from,
    uint32_t size)
{
	uint32_t temp = dt_irb_temp(b, dt_ir_strtemp(b->strsize));
	struct dt_irelem e;
	struct dt_irins *i;

	open_var(b, addr->left, &e);
	if (from == 0) {
		i = dt_irb_add(b, DT_IR_STR);
		i->imm = temp;
		i->str = "";
	} else {
		i = dt_irb_call(b, DT_RT_obj_read, 4, true);
		dt_irb_arg(i, DT_IRA_SLOT, 0);
		dt_irb_arg(i, DT_IRA_TEMP, temp);
		dt_irb_argv(i, from);
		dt_irb_arg(i, DT_IRA_IMM, size);
		dt_irb_br(b, DT_CC_LT, i->d, 0, 0,
		    dt_irb_fault(b, DTRACEFLT_BADADDR));
	}
	set_var(b, &e, temp);
	close_var(b, &e);
}
