/* SPDX-License-Identifier: MIT */
/* check_act.c - the actions: one function each. */
#include <errno.h>
#include <string.h>
#include "front/check.h"

typedef int act_f(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s);

/* Add an argument that must be an integer, converted to this type. */
static int
add_int(struct dt_check *c, const struct dt_pnode *arg,
    const char *what, enum dt_tag tag, const struct dt_type *type,
    struct dt_dstmt *s)
{
	struct dt_node *n = dt_check_expr(c, arg);

	if (n == NULL) {
		(void)dt_check_novalue(c, arg, tag);
		return -EINVAL;
	}
	if (!dt_type_isint(&n->type))
		return dt_diag_set(c->diag, tag, arg->line,
		    "%s must be an integer", what);
	s->args = dt_check_convert(c, n, type);
	s->nargs = 1;
	return s->args != NULL ? 0 : -EINVAL;
}

static unsigned int
number_of(const struct dt_pnode *call,
    const struct dt_pnode *arg)
{
	const struct dt_pnode *a;
	unsigned int n = 1;

	for (a = call->args; a != arg; a = a->next)
		n++;
	return n;
}

/* Check n arguments that must be aggregations without keys. */
static int
add_aggs(struct dt_check *c, const struct dt_pnode *call,
    const struct dt_pnode *arg, uint32_t n, enum dt_tag notagg,
    struct dt_dstmt *s)
{
	s->aggs = dt_check_alloc(c, (n + 1) * sizeof(s->aggs[0]));
	if (s->aggs == NULL)
		return -EINVAL;
	for (; s->naggs < n; arg = arg->next, s->naggs++) {
		if (arg->kind != DT_P_AGG)
			return dt_diag_set(c->diag, notagg, arg->line,
			    "argument %u of %s() must be an aggregation, as in "
			    "%s(@name)", number_of(call, arg), call->name,
			    call->name);
		if (arg->indexed)
			return dt_diag_set(c->diag, notagg, arg->line,
			    "%s() applies to a whole aggregation: write @%s "
			    "without []", call->name, arg->name);
		s->aggs[s->naggs] = dt_check_aggname(c, arg->line, arg->name);
		if (s->aggs[s->naggs] == NULL)
			return -EINVAL;
	}
	return 0;
}

static int
act_addrs(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	s->args = dt_check_addrs(c, call);
	s->nargs = 1;
	return s->args != NULL ? 0 : -EINVAL;
}

static int
act_trace(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	const struct dt_pnode *arg = call->args;

	if (!dt_check_isaddr(arg))
		return dt_check_trace(c, arg, s);
	s->act = (enum dt_actid)dt_actrow_find(arg->name);
	return act_addrs(c, arg, s);
}

/* Argument 1 of tracemem(): a kernel address. */
static struct dt_node *
tracemem_addr(struct dt_check *c, const struct dt_pnode *arg)
{
	struct dt_node *n = dt_check_addr(c, arg);

	if (n == NULL)
		return dt_check_novalue(c, arg, D_TRACEMEM_ADDR);
	if (n->type.kind == DT_TYPE_POINTER)
		return n;
	if (dt_type_isint(&n->type))
		return dt_check_convert(c, n, &c->t_int64);
	dt_diag_set(c->diag, D_TRACEMEM_ADDR, arg->line,
	    "argument 1 of tracemem() must be an address");
	return NULL;
}

/* Argument 2: the bytes to record. */
static struct dt_node *
tracemem_size(struct dt_check *c, const struct dt_pnode *arg)
{
	struct dt_node *n = dt_check_constant(c, dt_check_expr(c, arg));

	if (n == NULL)
		return dt_check_novalue(c, arg, D_TRACEMEM_SIZE);
	if (n->kind == DT_N_INT && n->value > 0 && n->value <= UINT16_MAX)
		return n;
	dt_diag_set(c->diag, D_TRACEMEM_SIZE, arg->line,
	    "argument 2 of tracemem() must be a constant number of bytes, "
	    "from 1 to %d", UINT16_MAX);
	return NULL;
}

/* Argument 3: the bytes to print. */
static struct dt_node *
tracemem_used(struct dt_check *c, const struct dt_pnode *arg)
{
	struct dt_node *n = dt_check_expr(c, arg);

	if (n == NULL)
		return dt_check_novalue(c, arg, D_TRACEMEM_DYNSIZE);
	if (dt_type_isint(&n->type))
		return dt_check_convert(c, n, &c->t_int64);
	dt_diag_set(c->diag, D_TRACEMEM_DYNSIZE, arg->line,
	    "argument 3 of tracemem() must be an integer, a number of bytes");
	return NULL;
}

static int
act_tracemem(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	static struct dt_node *(*const checks[])(struct dt_check *,
	    const struct dt_pnode *) = {
		tracemem_addr, tracemem_size, tracemem_used
	};
	const struct dt_pnode *arg = call->args;
	struct dt_node **tail = &s->args;

	for (size_t i = 0; arg != NULL; i++, arg = arg->next) {
		*tail = checks[i](c, arg);
		if (*tail == NULL)
			return -EINVAL;
		tail = &(*tail)->next;
	}
	s->nargs = call->nargs;
	return 0;
}

static int
act_print(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	return dt_check_print(c, call, s);
}

/* Check a value, or an action such as stack() or sym(). */
static struct dt_node *
check_printable(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *n;

	if (dt_check_isaddr(p))
		return dt_check_addrs(c, p);
	n = dt_check_expr(c, p);
	return n != NULL ? n : dt_check_novalue(c, p, D_PRINTF_ARG_TYPE);
}

/* A format is a constant, because the consumer reads it before it traces. */
static int
check_format(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	const struct dt_pnode *arg = call->args;
	const struct dt_node *n;

	if (arg->kind == DT_P_STRING) {
		s->format = arg->name;
		return 0;
	}
	n = dt_check_expr(c, arg);
	if (n == NULL) {
		(void)dt_check_novalue(c, arg, D_PROTO_ARG);
		return -EINVAL;
	}
	if (dt_type_isstring(&n->type))
		return dt_diag_set(c->diag, D_PRINTF_ARG_FMT, arg->line,
		    "the format of %s() must be a constant: write "
		    "%s(\"%%s\", ...) for a string", call->name, call->name);
	return dt_diag_set(c->diag, D_PROTO_ARG, arg->line,
	    "argument 1 of %s() must be a format, a string constant",
	    call->name);
}

static int
act_printf(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	const struct dt_pnode *arg = call->args;
	struct dt_node **tail = &s->args;

	if (check_format(c, call, s) != 0)
		return -EINVAL;
	for (arg = arg->next; arg != NULL; arg = arg->next) {
		*tail = check_printable(c, arg);
		if (*tail == NULL)
			return -EINVAL;
		tail = &(*tail)->next;
		s->nargs++;
	}
	return dt_check_printf(c, call->name, s);
}

/* The format may be empty: freopen("") restores the output. */
static int
act_freopen(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	const struct dt_pnode *arg = call->args;

	if (arg->kind == DT_P_STRING && strcmp(arg->name, ".") == 0)
		return dt_diag_set(c->diag, D_FREOPEN_INVALID, arg->line,
		    "freopen(): \".\" is not a file: write \"\" to restore the "
		    "output");
	if (arg->kind == DT_P_STRING && arg->name[0] == '\0' &&
	    arg->next == NULL) {
		s->format = arg->name;
		return 0;
	}
	return act_printf(c, call, s);
}

static int
act_setopt(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	struct dt_node **tail = &s->args;
	const struct dt_pnode *arg;

	for (arg = call->args; arg != NULL; arg = arg->next) {
		*tail = dt_check_asstring(c, dt_check_null(c,
		    dt_check_expr(c, arg)));
		if (*tail == NULL)
			return -EINVAL;
		if (!dt_type_isstring(&(*tail)->type))
			return dt_diag_set(c->diag, D_PROTO_ARG, arg->line,
			    "argument %u of setopt() must be a string",
			    number_of(call, arg));
		tail = &(*tail)->next;
		s->nargs++;
	}
	return 0;
}

static int
act_none(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	(void)c;
	(void)call;
	(void)s;
	return 0;
}

static int
act_raise(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	return add_int(c, call->args, "the signal of raise()", D_PROTO_ARG,
	    &c->t_int, s);
}

static int
act_chill(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	return add_int(c, call->args, "the nanoseconds of chill()",
	    D_PROTO_ARG, &c->t_int64, s);
}

/* Add arguments whose kinds have letters as subroutines' in tbl/funcs.h. */
static int
add_args(struct dt_check *c, const struct dt_pnode *call, const char *kinds,
    struct dt_dstmt *s)
{
	struct dt_node **tail = &s->args;

	for (const struct dt_pnode *arg = call->args; arg != NULL;
	    arg = arg->next) {
		*tail = dt_check_arg(c, call, s->nargs + 1, kinds[s->nargs],
		    arg);
		if (*tail == NULL)
			return -EINVAL;
		tail = &(*tail)->next;
		s->nargs++;
	}
	return 0;
}

static int
act_copyout(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	return add_args(c, call, "bau", s);
}

static int
act_copyoutstr(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	return add_args(c, call, "sau", s);
}

static int
act_printa(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	const struct dt_pnode *arg = call->args;
	uint32_t n = call->nargs;

	if (arg->kind == DT_P_STRING) {
		s->format = arg->name;
		arg = arg->next;
		n--;
	}
	if (n == 0)
		return dt_diag_set(c->diag, D_PRINTA_PROTO, call->line,
		    "printa() needs an aggregation after the format");
	if (s->format == NULL && arg->kind != DT_P_AGG)
		return dt_diag_set(c->diag, D_PRINTA_AGGARG, arg->line,
		    "argument 1 of printa() must be an aggregation or a "
		    "format, a string constant");
	return add_aggs(c, call, arg, n, D_PRINTA_AGGARG, s);
}

static int
act_exit(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	return add_int(c, call->args, "the status of exit()", D_PROTO_ARG,
	    &c->t_int, s);
}

static int
act_clear(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	return add_aggs(c, call, call->args, 1, D_CLEAR_AGGARG, s);
}

static int
act_denormalize(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	return add_aggs(c, call, call->args, 1, D_NORMALIZE_AGGARG, s);
}

static int
act_normalize(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	int err = act_denormalize(c, call, s);

	return err != 0 ? err : add_int(c, call->args->next,
	    "the divisor of normalize()", D_NORMALIZE_SCALAR, &c->t_int64, s);
}

static int
act_trunc(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	int err = add_aggs(c, call, call->args, 1, D_TRUNC_AGGARG, s);

	if (err != 0 || call->nargs == 1)
		return err;
	return add_int(c, call->args->next,
	    "the number of entries for trunc() to keep", D_TRUNC_SCALAR,
	    &c->t_int64, s);
}

/* speculate, commit, discard; check_spec.c checks their order. */
static int
act_spec(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	return add_int(c, call->args, s->act == DT_A_SPECULATE ?
	    "the id that speculate() takes from speculation()" :
	    s->act == DT_A_COMMIT ?
	    "the id that commit() takes from speculation()" :
	    "the id that discard() takes from speculation()",
	    D_PROTO_ARG, &c->t_int64, s);
}

static const struct {
	act_f *check;
	enum dt_tag arity;	/* wrong number of arguments */
	enum dt_tag undefined;	/* never assigned */
} acts[DT_NACTS] = {
#define	DT_ACT(id, name, kind, min, max, arity, undefined, check, ...)	\
	[DT_A_##id] = { check, arity, undefined },
#include "tbl/acts.h"
};

bool
dt_check_isact(const char *name)
{
	return dt_actrow_find(name) >= 0;
}

int
dt_check_act(struct dt_check *c, const struct dt_pnode *p,
    struct dt_dstmt *s)
{
	int id = dt_actrow_find(p->name);
	int err = dt_check_arity(c, acts[id].arity, p, dt_actrows[id].min,
	    dt_actrows[id].max);

	s->kind = DT_S_ACT;
	s->act = (enum dt_actid)id;
	return err != 0 ? err : acts[id].check(c, p, s);
}

static int
check_aggs(struct dt_check *c, const struct dt_dstmt *s)
{
	const char *name = dt_actrows[s->act].name;
	uint32_t i;

	for (i = 0; i < s->naggs; i++)
		if (s->aggs[i]->aggfunc == 0)
			return dt_diag_set(c->diag, acts[s->act].undefined,
			    s->line, "%s(): @%s is never assigned: "
			    "assign it an aggregating function, as in "
			    "@%s = count()", name, s->aggs[i]->name,
			    s->aggs[i]->name);
	return s->act == DT_A_PRINTA ? dt_check_printa(c, s) : 0;
}

int
dt_check_aggacts(struct dt_check *c, const struct dt_dprog *prog)
{
	const struct dt_dclause *cl;
	const struct dt_dstmt *s;
	int err = 0;

	for (cl = prog->clauses; cl != NULL; cl = cl->next)
		for (s = cl->stmts; s != NULL && err == 0; s = s->next)
			if (s->kind == DT_S_ACT)
				err = check_aggs(c, s);
	return err;
}
