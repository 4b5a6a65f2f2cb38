/* SPDX-License-Identifier: MIT */
/*
 * build_agg.c - aggregating statements: store the key in the slot, find the
 * record, apply the value to it.
 */
#include "ir/build.h"

#include "base/llq.h"

/* The position of the next key word: reg + at. */
struct keypos {
	uint32_t reg, at;
	uint32_t max;		/* most words until here */
};

static const struct {
	dtrace_actkind_t action;
	uint32_t nw;
} aggs[] = {
#define	DT_AGG(id, name, min, max, nw)	{ DTRACEAGG_##id, nw },
#include "tbl/aggs.h"
#undef DT_AGG
};

uint64_t
dt_ir_valuewords(dtrace_actkind_t action, uint64_t param)
{
	if (action == DTRACEAGG_LQUANTIZE)
		return DTRACE_LQUANTIZE_LEVELS(param) + 2;
	if (action == DTRACEAGG_LLQUANTIZE)
		return dt_llq_nbuckets(param) + 2;
	for (size_t i = 0; i < sizeof(aggs) / sizeof(aggs[0]); i++)
		if (aggs[i].action == action)
			return aggs[i].nw;
	return 0;
}

static void
key_word(struct dt_irbuild *b, struct keypos *k, uint32_t v)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_KEY);

	i->a = v;
	i->b = k->reg;
	i->imm = k->at++;
	k->max++;
}

static void
add_pos(struct dt_irbuild *b, struct keypos *k)
{
	if (k->reg == 0 || k->at == 0)
		return;
	k->reg = dt_irb_opi(b, DT_IR_ADD, k->reg, k->at);
	k->at = 0;
}

static struct dt_irarg
pos(const struct keypos *k)
{
	if (k->reg != 0)
		return (struct dt_irarg){ .kind = DT_IRA_REG, .v = k->reg };
	return (struct dt_irarg){ .kind = DT_IRA_IMM, .imm = k->at };
}

static void
pos_arg(struct dt_irins *call, const struct keypos *k)
{
	call->args[call->nargs++] = pos(k);
}

static void
key_int(struct dt_irbuild *b, const struct dt_node *n,
    const struct dt_type *t, struct dt_keydesc *d, struct keypos *k)
{
	uint32_t v = dt_irb_cut(b, n, t);

	d->kind = DT_KEY_INT;
	d->size = dt_irb_width(t);
	d->is_signed = dt_irb_sign(t);
	key_word(b, k, v);
}

static void
key_literal(struct dt_irbuild *b, const struct dt_node *n, struct keypos *k)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_KEYSTR);
	uint32_t words;

	i->b = k->reg;
	i->imm = k->at;
	i->str = n->str;
	i->len = dt_irb_litlen(b, n);
	words = 1 + (i->len + 7) / 8;
	k->at += words;
	/* literals of other statements of this form may be longer */
	k->max += 1 + (b->strsize + 7) / 8;
}

static uint32_t
key_temp(struct dt_irbuild *b, const struct dt_node *n, struct keypos *k)
{
	uint32_t t = dt_irb_str(b, n);
	struct dt_irins *i = dt_irb_call(b, DT_RT_key_str, 4, false);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	pos_arg(i, k);
	dt_irb_arg(i, DT_IRA_TEMP, t);
	return i->d;
}

static void
key_expr(struct dt_irbuild *b, const struct dt_node *n, struct keypos *k)
{
	struct dt_irarg kw;
	uint32_t d;

	add_pos(b, k);
	kw = pos(k);
	d = dt_irb_callkey(b, n, &kw);
	k->reg = d != 0 ? d : key_temp(b, n, k);
	k->at = 0;
	k->max += 1 + (b->strsize + 7) / 8;
}

/* Names of the probe are stored as its id, execname as in the kernel. */
static bool
key_builtin(struct dt_irbuild *b, const struct dt_node *n,
    struct dt_keydesc *d, struct keypos *k)
{
	const struct dt_varfact *f;
	size_t comm = offsetof(struct dt_ctx, execname);

	if (n->kind != DT_N_VAR || (f = dt_irb_builtin(n->ident)) == NULL)
		return false;
	if (f->how == DT_HOW_NAMEPART) {
		d->kind = DT_KEY_PROV + f->off;
		key_word(b, k, dt_irb_ldslot(b,
		    offsetof(struct dt_ctx, probe), 4, false));
		return true;
	}
	if (f->how != DT_HOW_COMM)
		return false;
	d->kind = DT_KEY_COMM;
	b->fn->needs |= f->needs;
	key_word(b, k, dt_irb_ldslot(b, comm, 8, false));
	key_word(b, k, dt_irb_ldslot(b, comm + 8, 8, false));
	return true;
}

static void
key_string(struct dt_irbuild *b, const struct dt_node *n,
    struct dt_keydesc *d, struct keypos *k)
{
	n = dt_irb_nocast(n);
	d->size = b->strsize;
	if (key_builtin(b, n, d, k))
		return;
	d->kind = DT_KEY_STR;
	d->is_literal = dt_irb_isliteral(n);
	if (n->kind == DT_N_STRING)
		key_literal(b, n, k);
	else
		key_expr(b, n, k);
}

static void
key_struct(struct dt_irbuild *b, const struct dt_node *n,
    struct dt_keydesc *d, struct keypos *k)
{
	d->kind = DT_KEY_BYTES;
	d->size = n->type.size;
	key_expr(b, n, k);
}

static void
key_stack(struct dt_irbuild *b, const struct dt_node *n, struct keypos *k)
{
	uint32_t t, bytes = dt_irb_stack(b, n, &t), some;
	struct dt_irins *i;

	some = dt_irb_label(b);
	dt_irb_br(b, DT_CC_GE, bytes, 0, 0, some);
	i = dt_irb_add(b, DT_IR_CONST);
	i->d = bytes;
	dt_irb_place(b, some);
	add_pos(b, k);
	i = dt_irb_call(b, DT_RT_key_stack, 4, false);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	pos_arg(i, k);
	dt_irb_arg(i, DT_IRA_TEMP, t);
	dt_irb_argv(i, bytes);
	k->reg = i->d;
	k->at = 0;
	k->max += 1 + n->value;
}

/* Store a stack or a symbol; before one of a process comes its id. */
static void
key_addrs(struct dt_irbuild *b, const struct dt_node *n,
    struct dt_keydesc *d, struct keypos *k)
{
	d->kind = n->kind == DT_N_SYM ? DT_KEY_SYM : DT_KEY_STACK;
	d->action = n->action;
	d->size = n->type.size;
	if (dt_act_isuser(n->action))
		key_word(b, k, dt_irb_pid(b));
	if (n->kind == DT_N_SYM) {
		key_word(b, k, dt_irb_expr(b, n->left));
		return;
	}
	d->nframes = n->value;
	key_stack(b, n, k);
}

static void
key(struct dt_irbuild *b, const struct dt_node *n, const struct dt_type *t,
    struct dt_keydesc *d, struct keypos *k)
{
	if (n->action != 0)
		key_addrs(b, n, d, k);
	else if (dt_type_isstring(&n->type))
		key_string(b, n, d, k);
	else if (dt_type_isobject(&n->type))
		key_struct(b, n, d, k);
	else
		key_int(b, n, t->kind != DT_TYPE_VOID ? t : &n->type, d, k);
}

static void
keys(struct dt_irbuild *b, const struct dt_dstmt *s, struct dt_iragg *agg,
    struct keypos *k)
{
	const struct dt_node *n;
	uint32_t i = 0;

	for (n = s->keys; n != NULL && i < agg->nkeys; n = n->next, i++)
		key(b, n, i < s->agg->nkeys ? &s->agg->keys[i].type :
		    &n->type, &agg->keys[i], k);
	if (k->max > DT_MAXKEYWORDS)
		dt_diag_set(b->diag, D_CG_EXPR, s->line,
		    "the key of @%s takes %u words of 8 bytes, it may take "
		    "%u: lower strsize or the number of frames", s->agg->name,
		    k->max, DT_MAXKEYWORDS);
	agg->kw_max = k->max;
}

static struct dt_iragg *
declare(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	struct dt_iragg *agg = dt_arena_alloc(b->arena, sizeof(*agg));
	uint64_t nw = dt_ir_valuewords(s->agg->aggfunc, s->agg->aggparam);

	if (agg != NULL)
		agg->keys = dt_arena_alloc(b->arena,
		    (s->nkeys + 1) * sizeof(*agg->keys));
	if (agg == NULL || agg->keys == NULL) {
		dt_diag_nomem(b->diag);
		return NULL;
	}
	if (nw == 0 || nw > DT_MAXVALUEWORDS) {
		dt_diag_set(b->diag, D_CG_EXPR, s->line,
		    "the value of @%s would take %llu words of 8 bytes, it may "
		    "take %u: ask for fewer buckets", s->agg->name,
		    (unsigned long long)nw, DT_MAXVALUEWORDS);
		return NULL;
	}
	agg->ident = s->agg;
	agg->stmt = s;
	agg->nkeys = s->nkeys;
	agg->nw = nw;
	agg->ix = b->fn->naggs++;
	*b->aggtail = agg;
	b->aggtail = &agg->next;
	return agg;
}

/* The bucket of v; 0 if the function has no buckets. */
static uint32_t
bucket(struct dt_irbuild *b, const struct dt_ident *id, uint32_t v)
{
	struct dt_irins *i;

	switch (id->aggfunc) {
	case DTRACEAGG_QUANTIZE:
		i = dt_irb_call(b, DT_RT_quantize, 4, false);
		dt_irb_argv(i, v);
		return i->d;
	case DTRACEAGG_LQUANTIZE:
	case DTRACEAGG_LLQUANTIZE:
		i = dt_irb_call(b, id->aggfunc == DTRACEAGG_LQUANTIZE ?
		    DT_RT_lquantize : DT_RT_llquantize, 4, false);
		dt_irb_argv(i, v);
		dt_irb_arg(i, DT_IRA_IMM, id->aggparam);
		return i->d;
	default:
		return 0;
	}
}

static uint32_t
find(struct dt_irbuild *b, const struct dt_iragg *agg, const struct keypos *k)
{
	struct dt_irins *i = dt_irb_call(b, DT_RT_agg_find, 4, false);

	dt_irb_arg(i, DT_IRA_AGG, 0);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_FORM, agg->ix);
	pos_arg(i, k);
	dt_irb_arg(i, DT_IRA_IMM, agg->nw);
	return i->d;
}

static void
update(struct dt_irbuild *b, const struct dt_iragg *agg, uint32_t rec,
    uint32_t v, uint32_t c)
{
	struct dt_irins *i;

	if (agg->ident->aggfunc == DTRACEAGG_STDDEV) {
		i = dt_irb_call(b, DT_RT_agg_stddev, 0, false);
		dt_irb_arg(i, DT_IRA_AGG, 0);
		dt_irb_argv(i, rec);
		dt_irb_argv(i, v);
		return;
	}
	i = dt_irb_add(b, DT_IR_UPDATE);
	i->a = rec;
	i->b = v;
	i->imm = 1;
	i->c = c;
	i->ix = agg->ix;
}

/* All that can fault is evaluated before the record is created. */
void
dt_irb_agg(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	struct dt_iragg *agg = declare(b, s);
	struct keypos k = { 0, 0, 0 };
	uint32_t v = 0, c = 0, skip, rec;

	if (agg == NULL)
		return;
	keys(b, s, agg, &k);
	if (s->value != NULL)
		v = dt_irb_expr(b, s->value);
	c = bucket(b, s->agg, v);
	if (c != 0)
		v = s->incr != NULL ? dt_irb_expr(b, s->incr) : 0;
	add_pos(b, &k);
	if (b->diag->err != 0)
		return;
	rec = find(b, agg, &k);
	skip = dt_irb_label(b);
	dt_irb_br(b, DT_CC_EQ, rec, 0, 0, skip);
	update(b, agg, rec, v, c);
	dt_irb_place(b, skip);
}
