/* SPDX-License-Identifier: MIT */
/*
 * check_agg.c - @name[keys] = function(args).  The first such statement fixes
 * the function, its parameters and the types of the keys for all others.
 */
#include <errno.h>
#include <string.h>
#include "base/llq.h"
#include "base/optval.h"
#include "front/check.h"

static const struct aggfunc {
	const char *name;
	dtrace_actkind_t action;
	uint32_t min, max;
} aggfuncs[] = {
#define	DT_AGG(id, name, min, max, nw) { name, DTRACEAGG_##id, min, max },
#include "tbl/aggs.h"
#undef DT_AGG
};

static const struct aggfunc *
find_aggfunc(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(aggfuncs) / sizeof(aggfuncs[0]); i++)
		if (strcmp(aggfuncs[i].name, name) == 0)
			return &aggfuncs[i];
	return NULL;
}

bool
dt_check_isaggfunc(const char *name)
{
	return find_aggfunc(name) != NULL;
}

int
dt_check_arity(struct dt_check *c, enum dt_tag tag,
    const struct dt_pnode *call, uint32_t min, uint32_t max)
{
	if (call->nargs >= min && call->nargs <= max)
		return 0;
	if (max == 0)
		return dt_diag_set(c->diag, tag, call->line,
		    "%s() takes no arguments, but %u %s given", call->name,
		    call->nargs, call->nargs == 1 ? "is" : "are");
	if (min == max)
		return dt_diag_set(c->diag, tag, call->line,
		    "%s() takes %u argument%s, but %u %s given", call->name,
		    min, min == 1 ? "" : "s", call->nargs,
		    call->nargs == 1 ? "is" : "are");
	return dt_diag_set(c->diag, tag, call->line,
	    "%s() takes %u %s %u arguments, but %u %s given", call->name, min,
	    max == min + 1 ? "or" : "to", max, call->nargs,
	    call->nargs == 1 ? "is" : "are");
}

struct dt_ident *
dt_check_aggname(struct dt_check *c, int line,
    const char *name)
{
	struct dt_ident *id = dt_scope_find(c->scope, DT_ID_AGG, name);

	if (id == NULL && dt_check_add(c, line, DT_ID_AGG, name, NULL,
	    &id) != 0)
		return NULL;
	return dt_check_usesname(c, line, id) ? id : NULL;
}

/* Check an argument that must be an integer; NULL with the diagnostic set. */
static struct dt_node *
int_arg(struct dt_check *c, const struct dt_pnode *call,
    const struct dt_pnode *arg, enum dt_tag tag)
{
	struct dt_node *n = dt_check_expr(c, arg);
	char buf[64];

	if (n == NULL)
		return dt_check_novalue(c, arg, tag);
	if (dt_type_isint(&n->type))
		return n;
	dt_diag_set(c->diag, tag, arg->line,
	    "%s() aggregates integers, not a value of type %s", call->name,
	    dt_type_name(c->types, &n->type, buf, sizeof(buf)));
	return NULL;
}

/* want: the type that the first use gave the key, or NULL: this is the first */
static struct dt_node *
check_key(struct dt_check *c, const struct dt_pnode *p,
    const struct dt_type *want)
{
	struct dt_node *n;

	if (dt_check_isaddr(p))
		return dt_check_addrs(c, p);
	n = dt_check_key(c, dt_check_static(c, D_KEY_TYPE, p), want);
	if (n == NULL)
		return dt_check_novalue(c, p, D_KEY_TYPE);
	if (dt_type_isint(&n->type) ||
	    dt_type_isstring(&n->type) || (dt_type_isobject(&n->type) &&
	    n->type.kind != DT_TYPE_FLOAT))
		return n;
	dt_diag_set(c->diag, D_KEY_TYPE, p->line,
	    "a key must be an integer, a pointer, a string, a struct, a stack "
	    "as from stack(), or a symbol as from sym()");
	return NULL;
}

/* Can the key's type represent the value of n? */
static bool
fits_key(const struct dt_type *t, const struct dt_node *n)
{
	if (n->kind == DT_N_INT)
		return dt_type_fits(t, dt_type_wrap(&n->type,
		    (uint64_t)n->value), n->type.is_signed);
	return n->type.size < t->size ? !n->type.is_signed || t->is_signed ||
	    t->size == 8 : n->type.size == t->size;
}

/* Convert key i, from 0, to the type that the first use gave it. */
static struct dt_node *
match_key(struct dt_check *c, const struct dt_ident *id,
    uint32_t i, struct dt_node *n)
{
	const struct dt_type *t = &id->keys[i].type;
	char want[64], is[64];

	if (n->action != id->keys[i].action) {
		dt_diag_set(c->diag, D_KEY_TYPE, n->line, "key %u of @%s is "
		    "%s where it is first used, but here it is %s", i + 1,
		    id->name, dt_check_addrname(id->keys[i].action),
		    dt_check_addrname(n->action));
		return NULL;
	}
	if (dt_type_isint(t) && dt_type_isint(&n->type)) {
		if (n->type.size > t->size)
			n = dt_check_constant(c, n);
		if (fits_key(t, n))
			return dt_check_convert(c, n, t);
	} else if (dt_check_issamekey(c, t, &n->type) &&
	    t->size == n->type.size) {
		return n;
	}
	dt_diag_set(c->diag, D_KEY_TYPE, n->line,
	    "key %u of @%s is of type %s where it is first used, but here it "
	    "is of type %s", i + 1, id->name,
	    dt_type_name(c->types, t, want, sizeof(want)),
	    dt_type_name(c->types, &n->type, is, sizeof(is)));
	return NULL;
}

static int
check_keys(struct dt_check *c, const struct dt_pnode *p,
    struct dt_ident *id, bool first, struct dt_dstmt *s)
{
	struct dt_node **tail = &s->keys;
	const struct dt_pnode *k;

	if (p->nargs > DT_MAXKEYS)
		return dt_diag_set(c->diag, D_PROTO_LEN, p->line,
		    "@%s has %u keys: the limit is %d", id->name,
		    p->nargs, DT_MAXKEYS);
	if (!first && p->nargs != id->nkeys)
		return dt_diag_set(c->diag, D_PROTO_LEN, p->line,
		    "@%s was first used with %u key%s, but here it has %u",
		    id->name, id->nkeys, id->nkeys == 1 ? "" : "s", p->nargs);
	if (first && dt_scope_add_keys(id, p->nargs) != 0)
		return dt_diag_nomem(c->diag);
	for (k = p->args; k != NULL; k = k->next) {
		*tail = check_key(c, k, first ? NULL :
		    &id->keys[s->nkeys].type);
		if (*tail != NULL && first) {
			id->keys[s->nkeys] = (struct dt_keytype){
			    (*tail)->type, (*tail)->action };
		} else if (*tail != NULL) {
			*tail = match_key(c, id, s->nkeys, *tail);
		}
		if (*tail == NULL)
			return -EINVAL;
		tail = &(*tail)->next;
		s->nkeys++;
	}
	return 0;
}

/* Read a parameter that must be constant. */
static int
const_arg(struct dt_check *c, const struct dt_pnode *call,
    const struct dt_pnode *arg, const char *what, enum dt_tag tag,
    int64_t *value)
{
	struct dt_node *n = dt_check_constant(c, dt_check_expr(c, arg));

	if (n == NULL)
		return -EINVAL;
	if (n->kind != DT_N_INT)
		return dt_diag_set(c->diag, tag, arg->line,
		    "the %s of %s() must be a constant integer", what,
		    call->name);
	*value = n->value;
	/* too large for int64_t; all checks of parameters refuse INT64_MAX */
	if (n->value < 0 && !n->type.is_signed && n->type.size == 8)
		*value = INT64_MAX;
	return 0;
}

static int
lquantize_step(struct dt_check *c, int line, int64_t base, int64_t limit,
    int64_t step, uint64_t *param)
{
	int64_t levels;

	if (step < 1 || step > UINT16_MAX)
		return dt_diag_set(c->diag, D_LQUANT_STEPVAL, line,
		    "the step of lquantize() must be from 1 to %d", UINT16_MAX);
	levels = (limit - base) / step;
	if (levels == 0)
		return dt_diag_set(c->diag, D_LQUANT_STEPLARGE, line,
		    "step %lld of lquantize() is larger than the whole range, "
		    "%lld to %lld", (long long)step, (long long)base,
		    (long long)limit);
	if (levels > UINT16_MAX)
		return dt_diag_set(c->diag, D_LQUANT_STEPSMALL, line,
		    "step %lld of lquantize() makes %lld levels, more than "
		    "%d: use a larger step or a smaller range",
		    (long long)step, (long long)levels, UINT16_MAX);
	*param = (uint64_t)step << DTRACE_LQUANTIZE_STEPSHIFT |
	    (uint64_t)levels << DTRACE_LQUANTIZE_LEVELSHIFT |
	    ((uint64_t)base & DTRACE_LQUANTIZE_BASEMASK);
	return 0;
}

/* Make the parameter word of lquantize(); arg is the base. */
static int
lquantize_param(struct dt_check *c, const struct dt_pnode *call,
    const struct dt_pnode *arg, uint64_t *param)
{
	int64_t base, limit, step = 1;

	if (const_arg(c, call, arg, "base", D_LQUANT_BASETYPE, &base) != 0 ||
	    const_arg(c, call, arg->next, "limit", D_LQUANT_LIMTYPE,
	    &limit) != 0)
		return -EINVAL;
	if (base < INT32_MIN || base > INT32_MAX)
		return dt_diag_set(c->diag, D_LQUANT_BASEVAL, arg->line,
		    "the base of lquantize() must fit in a signed 32-bit "
		    "integer");
	if (limit < INT32_MIN || limit > INT32_MAX)
		return dt_diag_set(c->diag, D_LQUANT_LIMVAL, arg->next->line,
		    "the limit of lquantize() must fit in a signed 32-bit "
		    "integer");
	if (base >= limit)
		return dt_diag_set(c->diag, D_LQUANT_MISMATCH, arg->line,
		    "the base of lquantize(), %lld, must be less than its "
		    "limit, %lld", (long long)base, (long long)limit);
	arg = arg->next->next;
	if (arg != NULL && const_arg(c, call, arg, "step", D_LQUANT_STEPTYPE,
	    &step) != 0)
		return -EINVAL;
	return lquantize_step(c, arg != NULL ? arg->line : call->line, base,
	    limit, step, param);
}

/* The parameters of llquantize(), in order. */
enum { LL_FACTOR, LL_LOW, LL_HIGH, LL_NSTEPS, NLL };

static const struct {
	const char *what;
	enum dt_tag type, val, match;
	unsigned int shift;
} llparams[NLL] = {
	{ "factor", D_LLQUANT_FACTORTYPE, D_LLQUANT_FACTORVAL,
	    D_LLQUANT_FACTORMATCH, DTRACE_LLQUANTIZE_FACTORSHIFT },
	{ "low magnitude", D_LLQUANT_LOWTYPE, D_LLQUANT_LOWVAL,
	    D_LLQUANT_LOWMATCH, DTRACE_LLQUANTIZE_LOWSHIFT },
	{ "high magnitude", D_LLQUANT_HIGHTYPE, D_LLQUANT_HIGHVAL,
	    D_LLQUANT_HIGHMATCH, DTRACE_LLQUANTIZE_HIGHSHIFT },
	{ "number of steps", D_LLQUANT_NSTEPTYPE, D_LLQUANT_NSTEPVAL,
	    D_LLQUANT_NSTEPMATCH, DTRACE_LLQUANTIZE_NSTEPSHIFT },
};

static int
llquantize_rules(struct dt_check *c, const struct dt_pnode *call,
    const int64_t *v)
{
	long long factor = v[LL_FACTOR], nsteps = v[LL_NSTEPS];

	if (factor < 2)
		return dt_diag_set(c->diag, D_LLQUANT_FACTORSMALL, call->line,
		    "the factor of llquantize() must be at least 2");
	if (v[LL_LOW] >= v[LL_HIGH])
		return dt_diag_set(c->diag, D_LLQUANT_MAGRANGE, call->line,
		    "the low magnitude of llquantize() must be less than the "
		    "high one");
	if (nsteps < factor)
		return dt_diag_set(c->diag, D_LLQUANT_FACTORNSTEPS,
		    call->line, "the steps of llquantize(), %lld, must not be "
		    "fewer than its factor, %lld", nsteps, factor);
	if (!dt_llq_even(factor, nsteps))
		return dt_diag_set(c->diag, D_LLQUANT_FACTOREVEN, call->line,
		    "the steps of llquantize(), %lld, must be a multiple of "
		    "the factor, %lld, and divide a power of it", nsteps,
		    factor);
	if (!dt_llq_fits(factor, v[LL_HIGH] + 1))
		return dt_diag_set(c->diag, D_LLQUANT_MAGTOOBIG, call->line,
		    "%lld to the power of %lld, one more than the high "
		    "magnitude of llquantize(), does not fit in 64 bits",
		    factor, (long long)v[LL_HIGH] + 1);
	return 0;
}

/* Make the parameter word of llquantize(); arg is the factor. */
static int
llquantize_param(struct dt_check *c, const struct dt_pnode *call,
    const struct dt_pnode *arg, uint64_t *param)
{
	int64_t v[NLL];
	int i, err;

	*param = 0;
	for (i = 0; i < NLL; i++, arg = arg->next) {
		if (const_arg(c, call, arg, llparams[i].what,
		    llparams[i].type, &v[i]) != 0)
			return -EINVAL;
		if (v[i] < 0 || v[i] > UINT16_MAX)
			return dt_diag_set(c->diag, llparams[i].val,
			    arg->line, "the %s of llquantize() must be from 0 "
			    "to %d", llparams[i].what, UINT16_MAX);
		*param |= (uint64_t)v[i] << llparams[i].shift;
	}
	err = llquantize_rules(c, call, v);
	return err;
}

static int
mismatch(struct dt_check *c, int line, enum dt_tag tag,
    const struct dt_ident *id, const char *what)
{
	return dt_diag_set(c->diag, tag, line,
	    "@%s was first used with a different %s", id->name, what);
}

/* Require the parameters that the first use of the variable has. */
static int
match_param(struct dt_check *c, int line, const struct dt_ident *id,
    uint64_t param)
{
	uint64_t diff = id->aggparam ^ param;
	int i;

	if (diff == 0)
		return 0;
	if (id->aggfunc == DTRACEAGG_LQUANTIZE) {
		if (diff & DTRACE_LQUANTIZE_BASEMASK)
			return mismatch(c, line, D_LQUANT_MATCHBASE, id,
			    "base of lquantize()");
		if (diff & DTRACE_LQUANTIZE_STEPMASK)
			return mismatch(c, line, D_LQUANT_MATCHSTEP, id,
			    "step of lquantize()");
		return mismatch(c, line, D_LQUANT_MATCHLIM, id,
		    "limit of lquantize()");
	}
	for (i = 0; (diff >> llparams[i].shift & UINT16_MAX) == 0; i++)
		continue;
	return mismatch(c, line, llparams[i].match, id, llparams[i].what);
}

/* Make the parameter word from the constant arguments after the value. */
static int
check_param(struct dt_check *c, const struct dt_pnode *call,
    const struct aggfunc *f, uint64_t *param)
{
	*param = 0;
	if (f->action == DTRACEAGG_LQUANTIZE)
		return lquantize_param(c, call, call->args->next, param);
	if (f->action == DTRACEAGG_LLQUANTIZE)
		return llquantize_param(c, call, call->args->next, param);
	return 0;
}

/* The low 32 bits of a value, with their sign. */
static struct dt_node *
low_half(struct dt_check *c, struct dt_node *n)
{
	struct dt_node *bits = dt_check_const(c, n->line, &c->t_int, 32);

	n = dt_check_make(c, n->line, DT_OP_SHL, &c->t_int64, n, bits);
	return n == NULL ? NULL :
	    dt_check_make(c, n->line, DT_OP_SHR, &c->t_int64, n, bits);
}

/* Check the value, and the increment, the last argument, if there is one. */
static int
check_values(struct dt_check *c, const struct dt_pnode *call,
    const struct aggfunc *f, struct dt_dstmt *s)
{
	const struct dt_pnode *arg = call->args;

	if (arg == NULL)
		return 0;
	s->value = int_arg(c, call, arg, D_AGG_SCALAR);
	if (s->value != NULL && f->action == DTRACEAGG_LQUANTIZE &&
	    c->env->option(c->env->arg, DT_OPT_LQUANTIZE32) !=
	    DTRACEOPT_UNSET)
		s->value = low_half(c, s->value);
	if (s->value == NULL)
		return -EINVAL;
	if (call->nargs < f->max || f->max == f->min)
		return 0;
	while (arg->next != NULL)
		arg = arg->next;
	s->incr = int_arg(c, call, arg, D_PROTO_ARG);
	return s->incr != NULL ? 0 : -EINVAL;
}

static bool
is_known(const char *function)
{
	return dt_check_isaggfunc(function) || dt_check_isact(function) ||
	    dt_check_isexpanded(function) || dt_check_findfunc(function) >= 0;
}

static const struct aggfunc *
function_of(struct dt_check *c,
    const struct dt_pnode *p)
{
	const struct dt_pnode *call = p->right;
	const struct aggfunc *f = NULL;

	if (p->tok == DT_TOK_ASSIGN && call->kind == DT_P_CALL)
		f = find_aggfunc(call->name);
	if (f == NULL && call->kind == DT_P_CALL && !is_known(call->name))
		(void) dt_check_nofunc(c, call);
	else if (f == NULL)
		dt_diag_set(c->diag, D_AGG_FUNC, p->line,
		    "@%s can only be assigned, with =, the result of count(), "
		    "sum(), min(), max(), avg(), stddev(), quantize(), "
		    "lquantize() or llquantize(): any other value goes into a "
		    "variable, without @", p->left->name);
	return f;
}

int
dt_check_aggstmt(struct dt_check *c, const struct dt_pnode *p,
    struct dt_dstmt *s)
{
	const struct aggfunc *f = function_of(c, p);
	struct dt_ident *id;
	uint64_t param;
	bool first;

	if (f == NULL)
		return -EINVAL;
	id = dt_check_aggname(c, p->line, p->left->name);
	if (id == NULL)
		return -EINVAL;
	first = id->aggfunc == 0;
	if (!first && id->aggfunc != f->action)
		return dt_diag_set(c->diag, D_AGG_REDEF, p->line,
		    "@%s was assigned a different function before %s()",
		    id->name, f->name);
	if (dt_check_arity(c, D_PROTO_LEN, p->right, f->min, f->max) != 0 ||
	    check_keys(c, p->left, id, first, s) != 0 ||
	    check_param(c, p->right, f, &param) != 0 ||
	    check_values(c, p->right, f, s) != 0 ||
	    (!first && match_param(c, p->line, id, param) != 0))
		return -EINVAL;
	if (first) {
		id->aggfunc = f->action;
		id->aggparam = param;
		id->nkeys = s->nkeys;
	}
	s->kind = DT_S_AGG;
	s->agg = id;
	return 0;
}
