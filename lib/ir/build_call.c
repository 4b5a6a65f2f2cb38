/* SPDX-License-Identifier: MIT */
/*
 * build_call.c - calls of subroutines.  Arguments are evaluated first, from
 * left to right; their temporaries are free again after the call.
 */
#include "ir/build.h"

#include <string.h>

enum how { INT, INTB, INTF, STR, STRX, STRF, STRI, TAIL, TAILX, JOIN,
	TOKEN, SCRATCH };

static const struct {
	enum dt_rtfn fn;
	enum how how;
	uint32_t extra;
} funcs[DT_NFUNCS] = {
#define	DT_FUNC(id, name, ret, args, dflt, how, sym, extra)	\
	{ DT_RT_##sym, how, extra },
#include "tbl/funcs.h"
#undef DT_FUNC
};

#define	MAXARGS		3	/* with slot and result that is DT_IRMAXARGS */

struct call {
	uint32_t func;
	uint32_t n;
	struct dt_irarg arg[MAXARGS];
};

static void
arguments(struct dt_irbuild *b, const struct dt_node *n, struct call *c)
{
	c->func = (uint32_t)n->value;
	c->n = 0;
	for (const struct dt_node *a = n->left; a != NULL; a = a->next) {
		struct dt_irarg *out = &c->arg[c->n++];

		if (dt_type_isstring(&a->type))
			*out = (struct dt_irarg){ .kind = DT_IRA_TEMP,
			    .imm = dt_irb_str(b, a) };
		else if (a->kind == DT_N_INT)
			*out = (struct dt_irarg){ .kind = DT_IRA_IMM,
			    .imm = a->value };
		else if (a->kind == DT_N_FIELD)
			*out = (struct dt_irarg){ .kind = DT_IRA_FIELD,
			    .field = a->field, .imm = a->part };
		else
			*out = (struct dt_irarg){ .kind = DT_IRA_REG,
			    .v = dt_irb_expr(b, a) };
	}
}

static void
pass(struct dt_irins *i, const struct dt_irarg *a, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++)
		i->args[i->nargs++] = a[k];
}

/* strchr() and others: the string from the position that was found. */
static void
tail(struct dt_irbuild *b, const struct call *c, uint32_t dst)
{
	struct dt_irins *i = dt_irb_call(b, funcs[c->func].fn, 4, true);
	uint32_t pos = i->d;

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	pass(i, c->arg, c->n);
	if (funcs[c->func].how == TAILX)
		dt_irb_arg(i, DT_IRA_IMM, funcs[c->func].extra);
	i = dt_irb_call(b, DT_RT_str_from, 0, false);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_TEMP, dst);
	pass(i, c->arg, 1);
	dt_irb_argv(i, pos);
}

static void
string(struct dt_irbuild *b, const struct call *c, uint32_t dst)
{
	bool may_refuse = funcs[c->func].how == STRI;
	bool may_fail = funcs[c->func].how == STRF || may_refuse;
	struct dt_irins *i = dt_irb_call(b, funcs[c->func].fn,
	    may_fail ? 4 : 0, true);
	uint32_t d;

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_TEMP, dst);
	pass(i, c->arg, c->n);
	if (funcs[c->func].how == STRX)
		dt_irb_arg(i, DT_IRA_IMM, funcs[c->func].extra);
	d = i->d;
	if (may_fail)
		dt_irb_br(b, DT_CC_LT, d, 0, 0,
		    dt_irb_fault(b, funcs[c->func].extra));
	if (may_refuse)
		dt_irb_br(b, DT_CC_NE, d, 0, 0,
		    dt_irb_fault(b, DTRACEFLT_ILLOP));
}

/* strjoin(): evaluate the first string directly into the result. */
static void
join(struct dt_irbuild *b, const struct dt_node *n, uint32_t dst)
{
	uint32_t second;
	struct dt_irins *i;

	dt_irb_strto(b, n->left, dst);
	second = dt_irb_str(b, n->left->next);
	i = dt_irb_call(b, funcs[n->value].fn, 0, false);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_TEMP, dst);
	dt_irb_arg(i, DT_IRA_TEMP, second);
}

/* The position of the first byte of str in the set; !in: not in the set. */
static uint32_t
span(struct dt_irbuild *b, uint32_t str, uint32_t from, uint32_t set, bool in)
{
	struct dt_irins *i = dt_irb_call(b, DT_RT_str_span, 4, true);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_TEMP, str);
	if (from != 0)
		dt_irb_argv(i, from);
	else
		dt_irb_arg(i, DT_IRA_IMM, 0);
	dt_irb_arg(i, DT_IRA_TEMP, set);
	dt_irb_arg(i, DT_IRA_IMM, in);
	return i->d;
}

/*
 * strtok: from the first byte that is not a separator to the next one that
 * is, in the string or in the remainder of the last call.  The new remainder is
 * stored in the temporary of the separators.
 */
static void
token(struct dt_irbuild *b, const struct dt_node *n, uint32_t dst)
{
	uint32_t str = dt_irb_temp(b, dt_ir_strtemp(b->strsize)), set, from, to;
	struct dt_irins *i;

	if (dt_type_isstring(&n->left->type))
		dt_irb_strto(b, n->left, str);
	else
		dt_irb_loadstr(b, n->ident, str);
	set = dt_irb_str(b, n->left->next);
	from = span(b, str, 0, set, false);
	to = span(b, str, from, set, true);
	i = dt_irb_call(b, funcs[n->value].fn, 0, false);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_TEMP, dst);
	dt_irb_arg(i, DT_IRA_TEMP, str);
	dt_irb_argv(i, from);
	dt_irb_argv(i, to);
	i = dt_irb_call(b, DT_RT_str_from, 0, false);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_TEMP, set);
	dt_irb_arg(i, DT_IRA_TEMP, str);
	dt_irb_argv(i, to);
	dt_irb_storestr(b, n->ident, set);
}

void
dt_irb_callstr(struct dt_irbuild *b, const struct dt_node *n, uint32_t dst)
{
	uint32_t temp = b->temp;
	struct call c;

	if (funcs[n->value].how == JOIN) {
		join(b, n, dst);
	} else if (funcs[n->value].how == TOKEN) {
		token(b, n, dst);
	} else {
		arguments(b, n, &c);
		if (funcs[c.func].how == TAIL || funcs[c.func].how == TAILX)
			tail(b, &c, dst);
		else
			string(b, &c, dst);
	}
	b->temp = temp;
}

/* The function that appends such a string to a key, if there is one. */
static enum dt_rtfn
key_reader(const struct dt_node *n)
{
	enum dt_rtfn fn = n->kind == DT_N_CALL ? funcs[n->value].fn :
	    DT_RT_none;

	return fn == DT_RT_str_user ? DT_RT_key_user :
	    fn == DT_RT_str_kernel ? DT_RT_key_kernel : DT_RT_none;
}

uint32_t
dt_irb_callkey(struct dt_irbuild *b, const struct dt_node *n,
    const struct dt_irarg *kw)
{
	enum dt_rtfn fn = key_reader(n);
	uint32_t temp = b->temp;
	struct dt_irins *i;
	struct call c;
	uint32_t d;

	if (fn == DT_RT_none)
		return 0;
	arguments(b, n, &c);
	i = dt_irb_call(b, fn, 4, true);
	d = i->d;
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	pass(i, kw, 1);
	pass(i, c.arg, c.n);
	dt_irb_br(b, DT_CC_LT, d, 0, 0,
	    dt_irb_fault(b, funcs[c.func].extra));
	b->temp = temp;
	return d;
}

/* Check the base of a number, which may be known only at run time. */
static void
check_base(struct dt_irbuild *b, const struct dt_irarg *a)
{
	uint32_t v = a->kind == DT_IRA_IMM ? dt_irb_const(b, a->imm) : a->v;
	uint32_t fault = dt_irb_fault(b, DTRACEFLT_ILLOP);

	dt_irb_br(b, DT_CC_LT, v, 0, 2, fault);
	dt_irb_br(b, DT_CC_GT, v, 0, 36, fault);
}

uint32_t
dt_irb_callint(struct dt_irbuild *b, const struct dt_node *n)
{
	uint32_t temp = b->temp;
	enum how how = funcs[n->value].how;
	struct dt_irins *i;
	struct call c;
	uint32_t d;

	if (how == SCRATCH)
		return dt_irb_scratch(b, n, funcs[n->value].fn);
	arguments(b, n, &c);
	if (how == INTB)
		check_base(b, &c.arg[c.n - 1]);
	/* negative results are faults: the result is signed until the test */
	i = how == INTF ? dt_irb_call(b, funcs[c.func].fn, 4, true) :
	    dt_irb_call(b, funcs[c.func].fn, n->type.size,
	    n->type.is_signed);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	pass(i, c.arg, c.n);
	d = i->d;
	b->temp = temp;
	if (how == INTF)
		dt_irb_br(b, DT_CC_LT, d, 0, 0,
		    dt_irb_fault(b, DTRACEFLT_BADADDR));
	return d;
}
