/* SPDX-License-Identifier: MIT */
/* check.c - type checking of programs, clauses and statements. */
#include <errno.h>
#include "front/check.h"
#include "front/foreign.h"

void *
dt_check_alloc(struct dt_check *c, size_t size)
{
	void *m = dt_arena_alloc(c->arena, size);

	if (m == NULL)
		dt_diag_nomem(c->diag);
	return m;
}

static int
check_expr_stmt(struct dt_check *c, const struct dt_pnode *p,
    struct dt_dstmt *s)
{
	if (p->kind == DT_P_AGG)
		return dt_diag_set(c->diag, D_AGG_NULL, p->line,
		    "@%s alone does nothing: assign it an aggregating "
		    "function, as in @%s = count()", p->name, p->name);
	s->kind = DT_S_EXPR;
	/* nothing reads the value of an assignment here */
	s->expr = p->kind == DT_P_ASSIGN ? dt_check_place(c, p) :
	    dt_check_expr(c, p);
	if (s->expr == NULL)
		(void) dt_check_novalue(c, p, D_CG_EXPR);
	return s->expr != NULL ? 0 : -EINVAL;
}

static int
check_stmt(struct dt_check *c, const struct dt_pnode *p,
    struct dt_dstmt *s)
{
	s->line = p->line;
	s->uarg = ++c->nstmts;
	s->attr = DT_ATTR_DEFAULT;
	c->attr = &s->attr;
	p = dt_check_chosen(c, p);
	if (p == NULL)
		return -EINVAL;
	if (p->kind == DT_P_ASSIGN && p->left->kind == DT_P_AGG)
		return dt_check_aggstmt(c, p, s);
	if (p->kind == DT_P_CALL && dt_check_isact(p->name))
		return dt_check_act(c, p, s);
	return check_expr_stmt(c, p, s);
}

int
dt_check_stmt(struct dt_check *c, const struct dt_pstmt *p,
    struct dt_dstmt ***tail)
{
	struct dt_dstmt *s;
	int err;

	if (p->xl != NULL)
		return dt_check_xlator(c, p->xl);
	if (p->in != NULL)
		return dt_check_define(c, p->in, false);
	if (p->decl != NULL)
		return dt_check_decl(c, p->decl);
	s = dt_check_alloc(c, sizeof(*s));
	if (s == NULL)
		return -ENOMEM;
	err = check_stmt(c, p->expr, s);
	c->attr = &c->clause->attr;
	**tail = s;
	*tail = &s->next;
	return err;
}

static int
check_stmts(struct dt_check *c, const struct dt_pstmt *p,
    struct dt_dstmt **tail)
{
	int err = 0;

	for (; p != NULL && err == 0; p = p->next)
		err = dt_check_stmt(c, p, &tail);
	return err;
}

/* Suggest colons after a provider that stands where another part does. */
static void
suggest_colons(const struct dt_check *c, const struct dt_pdesc *d, char *why,
    size_t len)
{
	int first = d->part[1][0] != '\0' ? 1 : 2;
	struct dt_pdesc is = *d;

	is.part[0] = d->part[first];
	is.part[first] = "";
	if (is.part[0][0] != '\0' && c->env->matches(c->env->arg, &is) != 0)
		(void) snprintf(why, len, ": a description has four parts: "
		    "write %s:%s:%s:%s", is.part[0], is.part[1], is.part[2],
		    is.part[3]);
}

/*
 * Find a description that matches without the module or function, as scripts
 * often name those of another system's kernel.  The function is left out only
 * if that matches a single probe.
 */
bool
dt_check_nearest(const struct dt_check *c, const struct dt_pdesc *d,
    struct dt_pdesc *is)
{
	static const struct { bool module, function; } less[] = {
		{ .module = true }, { .function = true }, { true, true },
	};

	for (size_t i = 0; i < sizeof(less) / sizeof(less[0]); i++) {
		uint32_t n;

		*is = *d;
		if (less[i].module)
			is->part[1] = "";
		if (less[i].function)
			is->part[2] = "";
		n = c->env->matches(c->env->arg, is);
		if (n == 1 || (n != 0 && !less[i].function))
			return true;
	}
	return false;
}

/* Suggest the nearest description in why. */
static void
suggest(const struct dt_check *c, const struct dt_pdesc *d, char *why,
    size_t len)
{
	struct dt_pdesc is;

	why[0] = '\0';
	if (d->part[0][0] == '\0')
		suggest_colons(c, d, why, len);
	else if (d->part[3][0] != '\0' && dt_check_nearest(c, d, &is))
		(void) snprintf(why, len, ", but %s:%s:%s:%s does: the names "
		    "of modules and functions differ between systems",
		    is.part[0], is.part[1], is.part[2], is.part[3]);
}

static int
check_pdesc(struct dt_check *c, const struct dt_pdesc *d)
{
	/* a program given as text has one line, which needs no number */
	int line = c->has_file ? d->line : 0;
	char why[256];

	if ((c->cflags & DTRACE_C_ZDEFS) ||
	    c->env->matches(c->env->arg, d) != 0)
		return 0;
	if (d->id != 0)
		return dt_diag_set(c->diag, D_PDESC_ZERO, line,
		    "probe description %u does not match any probes", d->id);
	if (dt_foreign_pdesc(d, why, sizeof(why)))
		return dt_diag_set(c->diag, D_PDESC_ZERO, line,
		    "%s:... is bpftrace's: write %s", d->part[1][0] != '\0' ?
		    d->part[1] : d->part[2], why);
	if (c->env->unknown != NULL &&
	    c->env->unknown(c->env->arg, d, why, sizeof(why)))
		return dt_diag_set(c->diag, D_PDESC_ZERO, line, "%s", why);
	if (c->env->lacks == NULL ||
	    !c->env->lacks(c->env->arg, d, why, sizeof(why)))
		suggest(c, d, why, sizeof(why));
	return dt_diag_set(c->diag, D_PDESC_ZERO, line,
	    "probe description %s:%s:%s:%s does not match any probes%s",
	    d->part[0], d->part[1], d->part[2], d->part[3], why);
}

int
dt_check_pred(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause *out)
{
	struct dt_node *n;
	bool is_array;

	if (p->pred == NULL)
		return 0;
	c->attr = &out->attr;
	n = dt_check_place(c, p->pred);
	is_array = n != NULL && n->type.kind == DT_TYPE_ARRAY;
	out->pred = dt_check_value(c, n);
	if (out->pred == NULL) {
		(void) dt_check_novalue(c, p->pred, D_PRED_SCALAR);
		return -EINVAL;
	}
	if (dt_type_isscalar(&out->pred->type) && !is_array)
		return 0;
	return dt_diag_set(c->diag, D_PRED_SCALAR, p->pred->line,
	    is_array ? "the predicate must be an integer, not an array" :
	    "the predicate must be an integer: compare a string, as in "
	    "!= \"\"");
}

bool
dt_check_isundefined(const struct dt_diag *d)
{
	return d->err == -EINVAL &&
	    (d->tag == D_IDENT_UNDEF || d->tag == D_VAR_UNDEF);
}

/*
 * Check the statements first: the predicate may read variables that only they
 * assign.  If they read an unknown variable, the predicate may assign it:
 * try the other order; if the predicate fails too, report the unknown variable.
 */
static int
check_body(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause *out)
{
	struct dt_scope_mark mark = dt_scope_mark(c->scope);
	int err = check_stmts(c, p->stmts, &out->stmts);
	struct dt_diag first;

	if (err == 0)
		return dt_check_pred(c, p, out);
	if (p->pred == NULL || !dt_check_isundefined(c->diag))
		return err;
	dt_scope_rollback(c->scope, &mark);
	first = *c->diag;
	c->diag->err = 0;
	c->diag->file = p->file;
	out->stmts = NULL;
	if (dt_check_pred(c, p, out) == 0)
		return check_stmts(c, p->stmts, &out->stmts);
	if (c->diag->err != -ENOMEM)
		*c->diag = first;
	return c->diag->err;
}

int
dt_check_clause(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail)
{
	struct dt_dclause *out = dt_check_alloc(c, sizeof(*out));

	if (out == NULL)
		return -ENOMEM;
	out->line = p->line;
	out->pdescs = p->pdescs;
	out->npdescs = p->npdescs;
	out->callargs = p->callargs;
	out->attr = DT_ATTR_DEFAULT;
	c->clause = out;
	c->attr = &out->attr;
	c->nclauses++;
	**tail = out;
	*tail = &out->next;
	return 0;
}

/* Check a clause for all its probes together. */
static int
check_whole(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail)
{
	int err;

	if (p->has_if)
		return dt_check_split(c, p, tail);
	err = dt_check_clause(c, p, tail);
	if (err == 0)
		err = check_body(c, p, c->clause);
	return err != 0 ? err : dt_check_spec(c, c->clause->stmts);
}

/* Check it as a clause for each description. */
static int
check_each(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail)
{
	struct dt_pclause one = *p;
	uint32_t i;
	int err = 0;

	one.npdescs = 1;
	for (i = 0; i < p->npdescs && err == 0; i++) {
		one.pdescs = &p->pdescs[i];
		err = check_whole(c, &one, tail);
	}
	return err;
}

/* The types of args[] may differ from description to description. */
int
dt_check_one(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail)
{
	struct dt_scope_mark mark = dt_scope_mark(c->scope);
	struct dt_dclause **end = *tail;
	uint32_t i, nclauses = c->nclauses, nstmts = c->nstmts;
	int err = 0;

	for (i = 0; i < p->npdescs && err == 0; i++)
		err = check_pdesc(c, &p->pdescs[i]);
	if (err == 0)
		err = check_whole(c, p, tail);
	if (p->npdescs < 2 || err != -EINVAL || c->diag->tag != D_ARGS_MULTI)
		return err;
	dt_scope_rollback(c->scope, &mark);
	c->diag->err = 0;
	c->diag->file = p->file;
	c->nclauses = nclauses;
	c->nstmts = nstmts;
	*tail = end;
	*end = NULL;
	return check_each(c, p, tail);
}

static int
check_list(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dprog *out)
{
	struct dt_dclause **tail = &out->clauses;
	struct dt_dstmt *none = NULL;
	int err = 0;

	c->program = p;
	for (; p != NULL && err == 0; p = p->next) {
		c->diag->file = p->file;
		if (p->pdescs == NULL)
			err = check_stmts(c, p->stmts, &none);
		else if (!c->is_library)
			err = dt_check_aliases(c, p, &tail);
	}
	out->nclauses = c->nclauses;
	return err;
}

int
dt_check_init(struct dt_check *c)
{
	c->clause = &c->outside;
	c->attr = &c->outside.attr;
	c->fieldtail = &c->fields;
	c->t_int = dt_type_basic(c->types, DT_T_INT);
	c->t_int64 = dt_type_basic(c->types, DT_T_INT64);
	c->t_size = dt_type_basic(c->types, DT_T_ULONG);
	c->t_string = dt_type_basic(c->types, DT_T_STRING);
	if (dt_type_lookup(c->types, "_Bool", &c->t_bool) != 0 ||
	    dt_type_lookup(c->types, "bool", &c->t_boolalias) != 0)
		return dt_diag_nomem(c->diag);
	return 0;
}

int
dt_check_program(struct dt_check *c, const struct dt_pclause *list,
    struct dt_dprog *out)
{
	int err = check_list(c, list, out);

	return err != 0 ? err : dt_check_aggacts(c, out);
}
